/* Without it, SDL replaces main. */
#define SDL_MAIN_HANDLED
#include <SDL.h>
