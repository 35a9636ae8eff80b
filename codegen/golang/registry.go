package golang

import (
	"sort"
	"strconv"

	"github.com/linefeed-go/linefeed/codegen/model"
)

// registry returns the file with the package's registries: one for each
// discriminator, with a constructor for each message type.
func (r *renderer) registry() ([]File, error) {
	byKey := map[string][]*model.Struct{}
	for _, f := range r.pkg.Files {
		for _, s := range f.Registered() {
			byKey[s.Message.Discriminator] = append(byKey[s.Message.Discriminator], s)
		}
	}
	if len(byKey) == 0 {
		return nil, nil
	}
	w := r.newFile(&model.File{})
	names := model.RegistryNames(r.pkg.Files)
	for _, key := range sortedKeys(byKey) {
		w.registryVar(names[key], key, byKey[key])
	}
	content, err := w.finish("")
	return []File{{Name: Registry, Content: content}}, err
}

func sortedKeys(m map[string][]*model.Struct) []string {
	var keys []string
	for key := range m {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	return keys
}

func (w *fileWriter) registryVar(name, key string, structs []*model.Struct) {
	w.printf("// %s are the message types of this package by their %s, for a Reader.\n", name, key)
	w.printf("var %s = %s(%s,\n", name, w.message("NewRegistry"), strconv.Quote(key))
	for _, s := range structs {
		w.printf("%s{Reasons: []string{%s}, New: func() %s { return new(%s) }},\n",
			w.message("Entry"), quotedList(s.Message.Reasons), w.message("Message"), s.Name)
	}
	w.printf(")\n\n")
}
