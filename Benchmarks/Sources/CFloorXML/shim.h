/// Makes the flags of libxml2 known to the floors, which are C.

#include <libxml/xmlversion.h>
