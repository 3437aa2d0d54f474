// The layouts that programs are compiled with. A change of one is a new version of the interface.

#include "uniformtypes.h"

_Static_assert(sizeof(utype_error) == 512, "the size of an error");
_Static_assert(offsetof(utype_error, system_error) == 4, "the place of the errno");
_Static_assert(offsetof(utype_error, message) == 8, "the place of the message");
_Static_assert(sizeof(void *) != 8 || sizeof(utype_disagreement) == 40, "the size of a disagreement");
_Static_assert(sizeof(utype_status) == sizeof(int32_t), "the size of an enumeration");
_Static_assert(sizeof(void *) != 8 || sizeof(struct ArrowSchema) == 72, "Arrow's schema");
_Static_assert(sizeof(void *) != 8 || sizeof(struct ArrowArray) == 80, "Arrow's array");
