// Package messagetest tests what writes machine messages.
//
// [CheckStream] reads a finished stream and reports every place where it
// breaks the wire's contract: use it in a program's own tests, on what the
// program printed.
//
// [TestEmitter] puts an emitter, or a writer or sink behind one, through the
// delivery contract: whole lines, one write each, nothing lost silently,
// whatever the writer below does.
//
// Lines are taken apart with encoding/json, not with the code that is judged;
// only a [message.Registry] given to CheckStream is asked through a Reader.
package messagetest
