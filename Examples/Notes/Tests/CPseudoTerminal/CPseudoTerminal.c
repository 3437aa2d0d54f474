#include "CPseudoTerminal.h"

#include <pty.h>
#include <stddef.h>

int open_pseudo_terminal(int *controlling, int *line) {
  return openpty(controlling, line, NULL, NULL, NULL);
}
