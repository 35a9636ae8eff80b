package message

// ExitCodes maps the code of a [Failure] to the exit status of the program,
// 1 to 255. It is the one table in which a command's statuses stand:
//
//	var exits = message.ExitCodes{"usage": 2, "not_found": 4, message.CodeCanceled: 130}
//	...
//	os.Exit(exits.ExitCode(err))
type ExitCodes map[string]int

// ExitCode returns the exit status for err: 0 for nil and for nothing else;
// otherwise what the table holds for the code that [FailureOf] gives err. A
// code that is not in the table, or stands there with a status that is not a
// failure's (0, or outside 1 to 255), gives 1, so a document with "ok":false
// never goes with status 0. A nil table may be used.
func (t ExitCodes) ExitCode(err error) int {
	if err == nil {
		return 0
	}
	if status := t[codeOf(err)]; status > 0 && status <= 255 {
		return status
	}
	return 1
}
