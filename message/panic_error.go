package message

import "fmt"

// panicError makes an error of a recovered value, in bounded length. An error
// stays visible to errors.Is.
func panicError(r any) error {
	if err, ok := r.(error); ok {
		return fmt.Errorf("panic: %w", err)
	}
	return fmt.Errorf("panic: %s", clip(fmt.Sprint(r), 300))
}
