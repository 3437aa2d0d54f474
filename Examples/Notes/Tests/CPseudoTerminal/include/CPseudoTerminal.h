#ifndef CPSEUDOTERMINAL_H
#define CPSEUDOTERMINAL_H

/// openpty(3) without names and settings; Swift's Glibc module does not export it.
int open_pseudo_terminal(int *controlling, int *line);

#endif
