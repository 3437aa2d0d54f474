// The module uniformtypes._native: the functions of uniformtypes.h for Python, by the stable ABI of
// CPython 3.9. The modules in Python above it have the public interface.
//
// Work on files and columns, and on objects of the type bytes, runs without the interpreter lock.

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <math.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#include <uniformtypes.h>

#include "internal.h"

// ---- Objects of an interpreter

// The objects that the functions make or raise. Every interpreter of a process has its own.
typedef struct {
  PyObject *verdict_type;
  PyObject *declaration_error;
  PyObject *unknown_type_error;
} Shared;

#define MODULE "uniformtypes._native"

// The objects of the running interpreter. PyState_FindModule does not find a module that several interpreters may
// import, and most functions have no module.
static Shared *shared(void) {
  PyObject *variables = PyInterpreterState_GetDict(PyInterpreterState_Get());
  PyObject *capsule = variables == NULL ? NULL : PyDict_GetItemString(variables, MODULE);
  return capsule == NULL ? NULL : PyCapsule_GetPointer(capsule, MODULE);
}

// ---- Failures

// Sets the exception of a failure and returns NULL. The file may be NULL.
static PyObject *raise_failure(const utype_error *error, PyObject *file) {
  PyObject *kind = PyExc_ValueError;
  switch (error->status) {
  case UTYPE_SYSTEM_ERROR: {
    const char *reason = strerror(error->system_error);
    PyObject *arguments = file != NULL ? Py_BuildValue("(isO)", error->system_error, reason, file)
                                       : Py_BuildValue("(is)", error->system_error, error->message);
    if (arguments != NULL) {
      PyErr_SetObject(PyExc_OSError, arguments);
      Py_DECREF(arguments);
    }
    return NULL;
  }
  case UTYPE_NOT_FOUND: kind = shared()->unknown_type_error; break;
  case UTYPE_BAD_DECLARATIONS: kind = shared()->declaration_error; break;
  case UTYPE_UNSUPPORTED: kind = PyExc_NotImplementedError; break;
  default: break;
  }
  PyErr_SetString(kind, error->message);
  return NULL;
}

// The text, or None if no type fits; NULL with an exception after another failure.
static PyObject *text_or_none(const char *text, const utype_error *error) {
  if (text != NULL) return PyUnicode_FromString(text);
  if (error->status == UTYPE_NOT_FOUND) Py_RETURN_NONE;
  return raise_failure(error, NULL);
}

// Returns memory of zeros. PyMem_Calloc is not in the stable ABI of 3.9.
static void *allocate(size_t size) {
  void *memory = PyMem_Malloc(size);
  return memory == NULL ? NULL : memset(memory, 0, size);
}

// ---- Arguments

// Bytes of a caller, and the object that owns them.
typedef struct {
  PyObject *owner;
  const char *bytes;
  size_t count;
} Text;

// Gets the UTF-8 of a str, or bytes. Bytes of file names that are not UTF-8 (surrogates) stay what they were.
static int get_text(PyObject *object, Text *text) {
  char *bytes;
  Py_ssize_t count;
  if (PyUnicode_Check(object)) {
    text->owner = PyUnicode_AsEncodedString(object, "utf-8", "surrogateescape");
  } else if (PyBytes_Check(object)) {
    Py_INCREF(object);
    text->owner = object;
  } else {
    PyErr_Format(PyExc_TypeError, "expected str or bytes, not %R", (PyObject *)Py_TYPE(object));
    return -1;
  }
  if (text->owner == NULL) return -1;
  if (PyBytes_AsStringAndSize(text->owner, &bytes, &count) < 0) {
    Py_CLEAR(text->owner);
    return -1;
  }
  text->bytes = bytes;
  text->count = (size_t)count;
  return 0;
}

// Gets a text for a parameter that ends in NUL.
static int get_word(PyObject *object, Text *text) {
  if (get_text(object, text) < 0) return -1;
  if (memchr(text->bytes, 0, text->count) != NULL) {
    Py_CLEAR(text->owner);
    PyErr_SetString(PyExc_ValueError, "embedded null character");
    return -1;
  }
  return 0;
}

// This function has been in the stable ABI since 3.2, and no longer in the headers of 3.13. The buffers of 3.11
// are not in the ABI of 3.9.
extern int PyObject_AsReadBuffer(PyObject *object, const void **buffer, Py_ssize_t *length);

// Gets the bytes of an object with a buffer, in place. Objects of the type bytes cannot move or
// change; for others the interpreter lock is held until they are used. Bytes that do not lie side by side are copied.
static int get_content(PyObject *object, Text *text) {
  if (PyUnicode_Check(object)) {
    PyErr_SetString(PyExc_TypeError, "expected bytes, not str; encode the text");
    return -1;
  }
  if (PyBytes_Check(object)) return get_text(object, text);
  const void *bytes;
  Py_ssize_t count;
  if (PyObject_AsReadBuffer(object, &bytes, &count) == 0) {
    Py_INCREF(object);
    *text = (Text){object, bytes, (size_t)count};
    return 0;
  }
  if (!PyErr_ExceptionMatches(PyExc_BufferError)) return -1;
  PyErr_Clear();
  PyObject *copy = PyBytes_FromObject(object);
  if (copy == NULL) return -1;
  int result = get_text(copy, text);
  Py_DECREF(copy);
  return result;
}

// A tuple of the texts of a list, which is freed.
static PyObject *tuple_of_list(utype_list *list, const utype_error *error) {
  if (list == NULL) return raise_failure(error, NULL);
  size_t count = utype_list_count(list);
  PyObject *result = PyTuple_New((Py_ssize_t)count);
  for (size_t index = 0; result != NULL && index < count; index++) {
    PyObject *item = PyUnicode_FromString(utype_list_item(list, index));
    if (item == NULL || PyTuple_SetItem(result, (Py_ssize_t)index, item) < 0) Py_CLEAR(result);
  }
  utype_list_free(list);
  return result;
}

// ---- Verdicts

typedef struct {
  PyObject_HEAD
  utype_verdict *handle;
} Verdict;

static PyObject *new_verdict(utype_verdict *handle) {
  Verdict *verdict = PyObject_New(Verdict, (PyTypeObject *)shared()->verdict_type);
  if (verdict == NULL) {
    utype_verdict_free(handle);
    return NULL;
  }
  verdict->handle = handle;
  return (PyObject *)verdict;
}

static void verdict_dealloc(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  utype_verdict_free(((Verdict *)self)->handle);
  PyObject_Free(self);
  Py_DECREF(type);
}

static PyObject *verdict_identifier(PyObject *self, void *unused) {
  (void)unused;
  return PyUnicode_FromString(utype_verdict_type(((Verdict *)self)->handle));
}

static PyObject *verdict_mime_type(PyObject *self, void *unused) {
  (void)unused;
  return PyUnicode_FromString(utype_verdict_mime_type(((Verdict *)self)->handle));
}

static PyObject *verdict_confidence(PyObject *self, void *unused) {
  (void)unused;
  return PyUnicode_FromString(utype_confidence_name(utype_verdict_confidence(((Verdict *)self)->handle)));
}

static PyObject *verdict_basis(PyObject *self, void *unused) {
  (void)unused;
  return PyUnicode_FromString(utype_basis_name(utype_verdict_basis(((Verdict *)self)->handle)));
}

static PyObject *verdict_support(PyObject *self, void *unused) {
  (void)unused;
  return PyUnicode_FromString(utype_support_name(utype_verdict_support(((Verdict *)self)->handle)));
}

// A tuple of the texts that a function gives for each index.
static PyObject *tuple_of_parts(
  PyObject *self, size_t count, const char *(*part)(const utype_verdict *, size_t)) {
  PyObject *result = PyTuple_New((Py_ssize_t)count);
  for (size_t index = 0; result != NULL && index < count; index++) {
    PyObject *item = PyUnicode_FromString(part(((Verdict *)self)->handle, index));
    if (item == NULL || PyTuple_SetItem(result, (Py_ssize_t)index, item) < 0) Py_CLEAR(result);
  }
  return result;
}

static PyObject *verdict_alternatives(PyObject *self, void *unused) {
  (void)unused;
  size_t count = utype_verdict_alternative_count(((Verdict *)self)->handle);
  return tuple_of_parts(self, count, utype_verdict_alternative);
}

static PyObject *verdict_reasons(PyObject *self, void *unused) {
  (void)unused;
  size_t count = utype_verdict_reason_count(((Verdict *)self)->handle);
  return tuple_of_parts(self, count, utype_verdict_reason);
}

static PyObject *verdict_alternative_mime_types(PyObject *self, void *unused) {
  (void)unused;
  size_t count = utype_verdict_alternative_count(((Verdict *)self)->handle);
  return tuple_of_parts(self, count, utype_verdict_alternative_mime_type);
}

static const char *basis_of_alternative(const utype_verdict *verdict, size_t index) {
  return utype_basis_name(utype_verdict_alternative_basis(verdict, index));
}

static PyObject *verdict_alternative_bases(PyObject *self, void *unused) {
  (void)unused;
  size_t count = utype_verdict_alternative_count(((Verdict *)self)->handle);
  return tuple_of_parts(self, count, basis_of_alternative);
}

static PyObject *verdict_encoding(PyObject *self, void *unused) {
  (void)unused;
  const char *text = utype_verdict_encoding(((Verdict *)self)->handle);
  if (text == NULL) Py_RETURN_NONE;
  return PyUnicode_FromString(text);
}

// A tuple of the name's type, the content's type, the winner, the margin and the reason; or None.
static PyObject *verdict_disagreement(PyObject *self, void *unused) {
  (void)unused;
  utype_disagreement found;
  if (!utype_verdict_disagreement(((Verdict *)self)->handle, &found)) Py_RETURN_NONE;
  return Py_BuildValue("sssLs", found.name_type, found.content_type, utype_basis_name(found.winner),
    (long long)found.margin, found.reason);
}

static PyGetSetDef verdict_parts[] = {
  {"identifier", verdict_identifier, NULL, NULL, NULL},
  {"mime_type", verdict_mime_type, NULL, NULL, NULL},
  {"confidence", verdict_confidence, NULL, NULL, NULL},
  {"basis", verdict_basis, NULL, NULL, NULL},
  {"support", verdict_support, NULL, NULL, NULL},
  {"alternatives", verdict_alternatives, NULL, NULL, NULL},
  {"alternative_mime_types", verdict_alternative_mime_types, NULL, NULL, NULL},
  {"alternative_bases", verdict_alternative_bases, NULL, NULL, NULL},
  {"encoding", verdict_encoding, NULL, NULL, NULL},
  {"disagreement", verdict_disagreement, NULL, NULL, NULL},
  {"reasons", verdict_reasons, NULL, NULL, NULL},
  {0},
};

static PyObject *verdict_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
  (void)type, (void)arguments, (void)keywords;
  PyErr_SetString(PyExc_TypeError, "a verdict cannot be made; identify an item");
  return NULL;
}

static PyType_Slot verdict_slots[] = {
  {Py_tp_new, verdict_new},
  {Py_tp_dealloc, verdict_dealloc},
  {Py_tp_getset, verdict_parts},
  {Py_tp_doc, "A verdict of the library."},
  {0, NULL},
};

static PyType_Spec verdict_spec = {
  "uniformtypes._native.Verdict", sizeof(Verdict), 0, Py_TPFLAGS_DEFAULT, verdict_slots};

// ---- Registries

typedef struct {
  PyObject_HEAD
  utype_registry *handle;
} Registry;

static utype_registry *handle_of(PyObject *self) { return ((Registry *)self)->handle; }

// Registry(kind, path): kind is "embedded", "system", "directory" or "image".
static PyObject *registry_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
  const char *kind;
  PyObject *path = Py_None;
  Text text = {NULL, NULL, 0};
  utype_registry *handle = NULL;
  utype_error error = {0, 0, ""};
  (void)keywords;
  if (!PyArg_ParseTuple(arguments, "s|O", &kind, &path)) return NULL;
  if (path != Py_None && get_word(path, &text) < 0) return NULL;

  Py_BEGIN_ALLOW_THREADS
  if (strcmp(kind, "embedded") == 0) handle = utype_open_embedded(&error);
  else if (strcmp(kind, "system") == 0) handle = utype_open_system(&error);
  else if (strcmp(kind, "directory") == 0) handle = utype_open_directory(text.bytes, &error);
  else handle = utype_open_image(text.bytes, &error);
  Py_END_ALLOW_THREADS

  Py_XDECREF(text.owner);
  if (handle == NULL) return raise_failure(&error, path == Py_None ? NULL : path);
  allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
  Registry *registry = (Registry *)allocate(type, 0);
  if (registry == NULL) utype_close(handle);
  else registry->handle = handle;
  return (PyObject *)registry;
}

static void registry_dealloc(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  utype_close(handle_of(self));
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  release(self);
  Py_DECREF(type);
}

typedef const char *(*Lookup)(const utype_registry *, const char *, size_t, utype_error *);

static PyObject *look_up(PyObject *self, PyObject *argument, Lookup function) {
  Text text;
  utype_error error;
  if (get_text(argument, &text) < 0) return NULL;
  PyObject *result =
    text_or_none(function(handle_of(self), text.bytes, text.count, &error), &error);
  Py_DECREF(text.owner);
  return result;
}

static PyObject *registry_for_name(PyObject *self, PyObject *name) {
  return look_up(self, name, utype_for_name);
}

static PyObject *registry_for_extension(PyObject *self, PyObject *extension) {
  return look_up(self, extension, utype_for_extension);
}

static PyObject *registry_for_mime_type(PyObject *self, PyObject *mime_type) {
  return look_up(self, mime_type, utype_for_mime_type);
}

typedef const char *(*Property)(const utype_registry *, const char *, utype_error *);

static PyObject *property_of(PyObject *self, PyObject *argument, Property function) {
  Text text;
  utype_error error;
  if (get_word(argument, &text) < 0) return NULL;
  PyObject *result = text_or_none(function(handle_of(self), text.bytes, &error), &error);
  Py_DECREF(text.owner);
  return result;
}

static PyObject *registry_for_identifier(PyObject *self, PyObject *identifier) {
  return property_of(self, identifier, utype_for_identifier);
}

static PyObject *registry_mime_type(PyObject *self, PyObject *type) {
  return property_of(self, type, utype_mime_type);
}

static PyObject *registry_extension(PyObject *self, PyObject *type) {
  return property_of(self, type, utype_extension);
}

static PyObject *registry_is_dynamic(PyObject *self, PyObject *identifier) {
  Text text;
  utype_error error;
  if (get_word(identifier, &text) < 0) return NULL;
  int result = utype_is_dynamic(handle_of(self), text.bytes, &error);
  Py_DECREF(text.owner);
  return result < 0 ? raise_failure(&error, NULL) : PyBool_FromLong(result);
}

// Gets two words of a tuple of arguments.
static int get_words(PyObject *arguments, Text *first, Text *second) {
  PyObject *one, *two;
  if (!PyArg_ParseTuple(arguments, "OO", &one, &two) || get_word(one, first) < 0) return -1;
  if (get_word(two, second) == 0) return 0;
  Py_CLEAR(first->owner);
  return -1;
}

static PyObject *registry_conforms(PyObject *self, PyObject *arguments) {
  Text type, supertype;
  utype_error error;
  if (get_words(arguments, &type, &supertype) < 0) return NULL;
  int result = utype_conforms(handle_of(self), type.bytes, supertype.bytes, &error);
  Py_DECREF(type.owner);
  Py_DECREF(supertype.owner);
  return result < 0 ? raise_failure(&error, NULL) : PyBool_FromLong(result);
}

static PyObject *registry_tags(PyObject *self, PyObject *arguments) {
  Text type, tag_class;
  utype_error error;
  if (get_words(arguments, &type, &tag_class) < 0) return NULL;
  utype_list *list = utype_tags(handle_of(self), type.bytes, tag_class.bytes, &error);
  Py_DECREF(type.owner);
  Py_DECREF(tag_class.owner);
  return tuple_of_list(list, &error);
}

static PyObject *registry_for_tag(PyObject *self, PyObject *arguments) {
  Text tag_class, tag;
  utype_error error;
  if (get_words(arguments, &tag_class, &tag) < 0) return NULL;
  utype_list *list = utype_for_tag(handle_of(self), tag_class.bytes, tag.bytes, tag.count, &error);
  Py_DECREF(tag_class.owner);
  Py_DECREF(tag.owner);
  return tuple_of_list(list, &error);
}

typedef utype_list *(*Relation)(
  const utype_registry *, const char *, utype_reach, utype_error *);

static PyObject *related(PyObject *self, PyObject *arguments, Relation function) {
  PyObject *object;
  Text type;
  int all;
  utype_error error;
  if (!PyArg_ParseTuple(arguments, "Op", &object, &all) || get_word(object, &type) < 0) return NULL;
  utype_list *list = function(handle_of(self), type.bytes, all ? UTYPE_ALL : UTYPE_DIRECT, &error);
  Py_DECREF(type.owner);
  return tuple_of_list(list, &error);
}

static PyObject *registry_supertypes(PyObject *self, PyObject *arguments) {
  return related(self, arguments, utype_supertypes);
}

static PyObject *registry_subtypes(PyObject *self, PyObject *arguments) {
  return related(self, arguments, utype_subtypes);
}

// description(type, language or None)
static PyObject *registry_description(PyObject *self, PyObject *arguments) {
  PyObject *object;
  const char *language;
  Text type;
  char buffer[512];
  utype_error error;
  if (!PyArg_ParseTuple(arguments, "Oz", &object, &language) || get_word(object, &type) < 0) return NULL;
  size_t size =
    utype_description(handle_of(self), type.bytes, language, buffer, sizeof buffer, &error);
  PyObject *result = NULL;
  if (size < sizeof buffer) {
    result = text_or_none(size == 0 ? NULL : buffer, &error);
  } else {
    char *memory = PyMem_Malloc(size + 1);
    if (memory == NULL) {
      PyErr_NoMemory();
    } else {
      utype_description(handle_of(self), type.bytes, language, memory, size + 1, &error);
      result = PyUnicode_FromString(memory);
      PyMem_Free(memory);
    }
  }
  Py_DECREF(type.owner);
  return result;
}

// dynamic_identifier(tag class, tag, supertype or None)
static PyObject *registry_dynamic_identifier(PyObject *self, PyObject *arguments) {
  PyObject *object;
  const char *tag_class, *supertype;
  Text tag;
  utype_error error;
  if (!PyArg_ParseTuple(arguments, "sOz", &tag_class, &object, &supertype) || get_text(object, &tag) < 0) {
    return NULL;
  }
  PyObject *result = NULL;
  size_t size = utype_dynamic_identifier(
    handle_of(self), tag_class, tag.bytes, tag.count, supertype, NULL, 0, &error);
  char *memory = size == 0 ? NULL : PyMem_Malloc(size + 1);
  if (size == 0) {
    raise_failure(&error, NULL);
  } else if (memory == NULL) {
    PyErr_NoMemory();
  } else {
    utype_dynamic_identifier(
      handle_of(self), tag_class, tag.bytes, tag.count, supertype, memory, size + 1, &error);
    result = PyUnicode_FromString(memory);
  }
  PyMem_Free(memory);
  Py_DECREF(tag.owner);
  return result;
}

// ---- Identifying items

// identify_path(path, options)
static PyObject *registry_identify_path(PyObject *self, PyObject *arguments) {
  PyObject *path;
  unsigned options;
  Text text;
  utype_error error;
  utype_verdict *verdict;
  if (!PyArg_ParseTuple(arguments, "OI", &path, &options) || get_word(path, &text) < 0) return NULL;
  Py_BEGIN_ALLOW_THREADS
  verdict = utype_identify_path(handle_of(self), text.bytes, options, &error);
  Py_END_ALLOW_THREADS
  Py_DECREF(text.owner);
  return verdict == NULL ? raise_failure(&error, path) : new_verdict(verdict);
}

// Gets a name that may be None.
static int get_name(PyObject *object, Text *name) {
  *name = (Text){NULL, NULL, 0};
  return object == Py_None ? 0 : get_text(object, name);
}

// Each function that identifies takes as its last argument whether the name is trusted.

// identify_descriptor(descriptor, name or None, is_trusted)
static PyObject *registry_identify_descriptor(PyObject *self, PyObject *arguments) {
  PyObject *object;
  int descriptor;
  Text name;
  utype_error error;
  utype_verdict *verdict;
  int is_trusted;
  if (!PyArg_ParseTuple(arguments, "iOp", &descriptor, &object, &is_trusted) || get_name(object, &name) < 0) {
    return NULL;
  }
  Py_BEGIN_ALLOW_THREADS
  verdict = (is_trusted ? utype_identify_descriptor : utype_identify_upload_descriptor)(
    handle_of(self), descriptor, name.bytes, name.count, &error);
  Py_END_ALLOW_THREADS
  Py_XDECREF(name.owner);
  return verdict == NULL ? raise_failure(&error, object == Py_None ? NULL : object) : new_verdict(verdict);
}

// Reads the size of an item with a number of bytes at hand: None for that number, and -1 for an unknown size.
static int get_size(PyObject *whole, size_t count, uint64_t *size) {
  *size = count;
  if (whole == Py_None) return 0;
  long long number = PyLong_AsLongLong(whole);
  if (number == -1 && PyErr_Occurred()) return -1;
  *size = number < 0 ? UTYPE_SIZE_UNKNOWN : (uint64_t)number;
  return 0;
}

// The function of the library for bytes.
static utype_verdict *identify_content(
  const utype_registry *registry, int is_trusted, const void *bytes, size_t count, uint64_t size,
  const Text *name, utype_error *error) {
  return (is_trusted ? utype_identify_bytes : utype_identify_upload_bytes)(
    registry, bytes, count, size, name->bytes, name->count, error);
}

// identify_bytes(bytes, size or -1 if it is unknown or None if the bytes are complete, name or None, is_trusted)
static PyObject *registry_identify_bytes(PyObject *self, PyObject *arguments) {
  PyObject *object, *whole, *name_object;
  Text content, name;
  utype_error error;
  utype_verdict *verdict;
  int is_trusted;
  if (!PyArg_ParseTuple(arguments, "OOOp", &object, &whole, &name_object, &is_trusted)) return NULL;
  if (get_content(object, &content) < 0) return NULL;
  uint64_t size;
  if (get_size(whole, content.count, &size) < 0 || get_name(name_object, &name) < 0) {
    Py_DECREF(content.owner);
    return NULL;
  }
  PyThreadState *thread = PyBytes_Check(content.owner) ? PyEval_SaveThread() : NULL;
  verdict = identify_content(
    handle_of(self), is_trusted, content.bytes, content.count, size, &name, &error);
  if (thread != NULL) PyEval_RestoreThread(thread);
  Py_DECREF(content.owner);
  Py_XDECREF(name.owner);
  return verdict == NULL ? raise_failure(&error, NULL) : new_verdict(verdict);
}

// ---- Items that a function reads

// Memory of the size of an item, of which only the parts that the library reads are filled.
typedef struct {
  unsigned char *bytes;
  size_t size, page;
  unsigned char *filled;  // for each page: 1 if it has the bytes of the item
} Region;

static size_t pages_of(const Region *region) { return (region->size + region->page - 1) / region->page; }

// Fills pages by the function `read(offset, count)`. An item that has become shorter ends in zeros.
static int fill(Region *region, size_t first, size_t count, PyObject *read) {
  size_t start = first * region->page, end = start + count * region->page;
  if (end > region->size) end = region->size;
  while (start < end) {
    PyObject *part = PyObject_CallFunction(read, "nn", (Py_ssize_t)start, (Py_ssize_t)(end - start));
    if (part == NULL) return -1;
    char *bytes;
    Py_ssize_t length;
    if (!PyBytes_Check(part)) {
      PyErr_SetString(PyExc_TypeError, "the file object reads text; open it in binary mode");
      Py_DECREF(part);
      return -1;
    }
    if (PyBytes_AsStringAndSize(part, &bytes, &length) < 0) length = -1;
    size_t taken = length < 0 ? 0 : (size_t)length < end - start ? (size_t)length : end - start;
    memcpy(region->bytes + start, bytes, taken);
    Py_DECREF(part);
    if (length < 0) return -1;
    if (taken == 0) break;
    start += taken;
  }
  memset(region->filled + first, 1, count);
  return 0;
}

// Fills the pages that were read without having been filled. Returns their number, or -1 with an exception.
static Py_ssize_t fill_touched(Region *region, PyObject *read) {
  unsigned char resident[1 << 14];
  Py_ssize_t filled = 0;
  for (size_t first = 0, pages = pages_of(region); first < pages; first += sizeof resident) {
    size_t count = pages - first < sizeof resident ? pages - first : sizeof resident;
    if (mincore(region->bytes + first * region->page, count * region->page, resident) < 0) {
      PyErr_SetFromErrno(PyExc_OSError);
      return -1;
    }
    for (size_t index = 0; index < count; index++) {
      size_t start = index;
      while (index < count && (resident[index] & 1) && !region->filled[first + index]) index++;
      if (index == start) continue;
      if (fill(region, first + start, index - start, read) < 0) return -1;
      filled += (Py_ssize_t)(index - start);
    }
  }
  return filled;
}

// identify_reader(read, size, name or None, is_trusted): the function `read(offset, count)` returns bytes of the item.
//
// The library reads few places. A page that it has not read is not resident, so that the memory shows which
// places these are. An identification that met an empty page is repeated with the bytes in it, and takes the
// same way up to there. So each repetition has at least one read more of its bounded number.
static PyObject *registry_identify_reader(PyObject *self, PyObject *arguments) {
  PyObject *read, *name_object, *result = NULL;
  Py_ssize_t size;
  Text name;
  int is_trusted;
  if (!PyArg_ParseTuple(arguments, "OnOp", &read, &size, &name_object, &is_trusted)) return NULL;
  if (size <= 0) {
    PyErr_SetString(PyExc_ValueError, "the size is not positive; use identify_bytes");
    return NULL;
  }
  if (get_name(name_object, &name) < 0) return NULL;
  Region region = {MAP_FAILED, (size_t)size, (size_t)sysconf(_SC_PAGESIZE), NULL};
  region.bytes = mmap(NULL, region.size, PROT_READ | PROT_WRITE,
    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  // Pages without a bit that is set take no memory.
  region.filled = mmap(NULL, pages_of(&region), PROT_READ | PROT_WRITE,
    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (region.bytes == MAP_FAILED || region.filled == MAP_FAILED) {
    PyErr_SetFromErrno(PyExc_OSError);
  } else {
    // A kernel without huge pages refuses the advice, and has no need of it.
    madvise(region.bytes, region.size, MADV_NOHUGEPAGE);
    size_t head = (size_t)(1 << 14) / region.page + 1;
    Py_ssize_t filled = fill(&region, 0, head < pages_of(&region) ? head : pages_of(&region), read);
    while (filled >= 0 && result == NULL) {
      utype_error error;
      utype_verdict *verdict;
      Py_BEGIN_ALLOW_THREADS
      verdict = identify_content(
        handle_of(self), is_trusted, region.bytes, region.size, region.size, &name, &error);
      Py_END_ALLOW_THREADS
      filled = verdict == NULL ? -1 : fill_touched(&region, read);
      if (verdict == NULL) raise_failure(&error, NULL);
      else if (filled == 0) result = new_verdict(verdict);
      else utype_verdict_free(verdict);
      if (filled == 0 && result == NULL) break;
    }
  }
  if (region.bytes != MAP_FAILED) munmap(region.bytes, region.size);
  if (region.filled != MAP_FAILED) munmap(region.filled, pages_of(&region));
  Py_XDECREF(name.owner);
  return result;
}

// ---- Batches over lists

// The number of rows between two acquisitions of the interpreter lock.
enum { ROWS = 1024 };
// The number of seconds after which a part ends early, so that a signal is handled.
static const double PATIENCE = 0.05;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

typedef enum { NAMES, CONTENTS, PATHS } Rows;

// Rows of a list, and their results.
typedef struct {
  Text items[ROWS];
  Text names[ROWS];
  const char *texts[ROWS];
  utype_verdict *verdicts[ROWS];
  utype_error error;
  Py_ssize_t failed;
} Part;

// Computes rows of a part, from one on, until a time has passed, and returns the row that follows. Runs without
// the interpreter lock.
static Py_ssize_t compute(
  const utype_registry *registry, Part *part, Py_ssize_t first, Py_ssize_t count, Rows rows, size_t limit,
  unsigned options, utype_column column) {
  utype_error error;
  double end = now() + PATIENCE;
  for (Py_ssize_t row = first; row < count; row++) {
    if (row > first && row % 16 == 0 && now() > end) return row;
    const Text *item = &part->items[row], *name = &part->names[row];
    part->texts[row] = NULL;
    part->verdicts[row] = NULL;
    if (item->bytes == NULL) continue;
    if (rows == NAMES) {
      const char *text = utype_for_name(registry, item->bytes, item->count, NULL);
      if (text != NULL && column == UTYPE_COLUMN_MIME_TYPE) text = utype_mime_type(registry, text, NULL);
      part->texts[row] = text;
      continue;
    }
    utype_verdict *verdict;
    if (rows == PATHS) {
      verdict = utype_identify_path(registry, item->bytes, options, &error);
    } else {
      uint64_t size = item->count >= limit ? UTYPE_SIZE_UNKNOWN : item->count;
      verdict = utype_identify_bytes(
        registry, item->bytes, item->count, size, name->bytes, name->count, &error);
    }
    if (verdict == NULL && part->failed < 0) {
      part->failed = row;
      part->error = error;
    }
    part->verdicts[row] = verdict;
    if (verdict != NULL) {
      part->texts[row] =
        column == UTYPE_COLUMN_MIME_TYPE ? utype_verdict_mime_type(verdict) : utype_verdict_type(verdict);
    }
  }
  return count;
}

// Gets bytes that do not change without the interpreter lock: a copy, unless they are of the type bytes.
static int get_stable_content(PyObject *object, Text *text) {
  if (get_content(object, text) < 0) return -1;
  if (PyBytes_Check(text->owner)) return 0;
  PyObject *copy = PyBytes_FromStringAndSize(text->bytes, (Py_ssize_t)text->count);
  Py_DECREF(text->owner);
  text->owner = NULL;
  if (copy == NULL) return -1;
  int result = get_text(copy, text);
  Py_DECREF(copy);
  return result;
}

// Gets the rows of a part from the lists; names may be None.
static int get_part(
  Part *part, PyObject *items, PyObject *names, Py_ssize_t start, Py_ssize_t count, Rows rows) {
  for (Py_ssize_t row = 0; row < count; row++) {
    PyObject *item = PyList_GetItem(items, start + row);
    if (item == NULL) return -1;
    if (item == Py_None) continue;
    int result = rows == CONTENTS ? get_stable_content(item, &part->items[row])
      : rows == PATHS ? get_word(item, &part->items[row]) : get_text(item, &part->items[row]);
    if (result < 0) return -1;
    if (names != Py_None) {
      item = PyList_GetItem(names, start + row);
      if (item == NULL || get_name(item, &part->names[row]) < 0) return -1;
    }
  }
  return 0;
}

static void clear_part(Part *part, Py_ssize_t count) {
  for (Py_ssize_t row = 0; row < count; row++) {
    Py_XDECREF(part->items[row].owner);
    Py_XDECREF(part->names[row].owner);
    part->items[row] = part->names[row] = (Text){NULL, NULL, 0};
    utype_verdict_free(part->verdicts[row]);
    part->verdicts[row] = NULL;
  }
}

// Puts the texts of a part into the result. Equal texts share one object.
static int put_part(
  Part *part, PyObject *result, PyObject *shared, Py_ssize_t start, Py_ssize_t count) {
  for (Py_ssize_t row = 0; row < count; row++) {
    PyObject *item = Py_None;
    if (part->texts[row] == NULL) {
      Py_INCREF(item);
    } else {
      item = PyUnicode_FromString(part->texts[row]);
      PyObject *known = item == NULL ? NULL : PyDict_GetItemWithError(shared, item);
      if (known != NULL) {
        Py_INCREF(known);
        Py_DECREF(item);
        item = known;
      } else if (item == NULL || PyErr_Occurred() || PyDict_SetItem(shared, item, item) < 0) {
        Py_XDECREF(item);
        return -1;
      }
    }
    if (PyList_SetItem(result, start + row, item) < 0) return -1;
  }
  return 0;
}

// batch(kind, items, names or None, limit, options, column, raises): kind is 0 for names, 1 for contents,
// 2 for paths. No other code may change the lists.
static PyObject *registry_batch(PyObject *self, PyObject *arguments) {
  int kind, column, raises;
  PyObject *items, *names;
  Py_ssize_t limit;
  unsigned options;
  if (!PyArg_ParseTuple(arguments, "iOOnIip", &kind, &items, &names, &limit, &options, &column, &raises)) {
    return NULL;
  }
  if (!PyList_Check(items) || (names != Py_None && !PyList_Check(names))) {
    PyErr_SetString(PyExc_TypeError, "expected lists");
    return NULL;
  }
  Py_ssize_t total = PyList_Size(items);
  if (names != Py_None && PyList_Size(names) != total) {
    PyErr_SetString(PyExc_ValueError, "the names have another length than the items");
    return NULL;
  }
  Part *part = allocate(sizeof(Part));
  PyObject *shared = PyDict_New(), *result = PyList_New(total);
  if (part == NULL) PyErr_NoMemory();
  for (Py_ssize_t start = 0; part != NULL && shared != NULL && result != NULL && start < total; start += ROWS) {
    Py_ssize_t count = total - start < ROWS ? total - start : ROWS;
    part->failed = -1;
    int status = get_part(part, items, names, start, count, (Rows)kind);
    if (status == 0) {
      for (Py_ssize_t row = 0; status == 0 && row < count;) {
        Py_BEGIN_ALLOW_THREADS
        row = compute(handle_of(self), part, row, count, (Rows)kind,
          limit < 0 ? SIZE_MAX : (size_t)limit, options, (utype_column)column);
        Py_END_ALLOW_THREADS
        status = PyErr_CheckSignals();
      }
      if (status < 0) {
        // A handler has raised an exception, as for Ctrl-C.
      } else if (part->failed >= 0 && raises) {
        raise_failure(&part->error, kind == PATHS ? PyList_GetItem(items, start + part->failed) : NULL);
        status = -1;
      } else {
        status = put_part(part, result, shared, start, count);
      }
    }
    clear_part(part, count);
    if (status < 0) Py_CLEAR(result);
  }
  Py_XDECREF(shared);
  if (part == NULL) Py_CLEAR(result);
  PyMem_Free(part);
  return result;
}

// ---- Batches over columns of Arrow

static const char schema_name[] = "arrow_schema";
static const char array_name[] = "arrow_array";

static void free_schema(PyObject *capsule) {
  struct ArrowSchema *schema = PyCapsule_GetPointer(capsule, schema_name);
  if (schema == NULL) return;
  if (schema->release != NULL) schema->release(schema);
  PyMem_Free(schema);
}

static void free_array(PyObject *capsule) {
  struct ArrowArray *array = PyCapsule_GetPointer(capsule, array_name);
  if (array == NULL) return;
  if (array->release != NULL) array->release(array);
  PyMem_Free(array);
}

// column(schema, array, names schema or None, names array or None, is content, limit, column) returns the
// capsules of the result.
static PyObject *registry_column(PyObject *self, PyObject *arguments) {
  PyObject *objects[4];
  int is_content, column;
  Py_ssize_t limit;
  if (!PyArg_ParseTuple(arguments, "OOOOpni", &objects[0], &objects[1], &objects[2], &objects[3],
        &is_content, &limit, &column)) {
    return NULL;
  }
  void *inputs[4] = {NULL, NULL, NULL, NULL};
  for (int index = 0; index < 4; index++) {
    if (objects[index] == Py_None) continue;
    inputs[index] = PyCapsule_GetPointer(objects[index], index % 2 == 0 ? schema_name : array_name);
    if (inputs[index] == NULL) return NULL;
  }
  struct ArrowSchema *schema = allocate(sizeof *schema);
  struct ArrowArray *array = allocate(sizeof *array);
  PyObject *schema_capsule = schema == NULL ? NULL : PyCapsule_New(schema, schema_name, free_schema);
  PyObject *array_capsule = array == NULL ? NULL : PyCapsule_New(array, array_name, free_array);
  PyObject *result = NULL;
  if (schema_capsule == NULL || array_capsule == NULL) {
    if (schema_capsule == NULL) PyMem_Free(schema);
    if (array_capsule == NULL) PyMem_Free(array);
    if (!PyErr_Occurred()) PyErr_NoMemory();
  } else {
    utype_status status;
    utype_error error;
    Py_BEGIN_ALLOW_THREADS
    if (is_content) {
      status = utype_batch_bytes(handle_of(self), inputs[0], inputs[1], inputs[2], inputs[3],
        limit < 0 ? SIZE_MAX : (size_t)limit, (utype_column)column, schema, array, &error);
    } else {
      status = utype_batch_names(
        handle_of(self), inputs[0], inputs[1], (utype_column)column, schema, array, &error);
    }
    Py_END_ALLOW_THREADS
    result = status == UTYPE_OK ? PyTuple_Pack(2, schema_capsule, array_capsule)
                                : raise_failure(&error, NULL);
  }
  Py_XDECREF(schema_capsule);
  Py_XDECREF(array_capsule);
  return result;
}

// ---- Formats of PRONOM

typedef struct {
  PyObject_HEAD
  utype_signatures *handle;
} Signatures;

static utype_signatures *signatures_of(PyObject *self) { return ((Signatures *)self)->handle; }

// Signatures(path, containers): None for no container signature file.
static PyObject *signatures_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
  PyObject *path, *containers;
  Text text, other = {NULL, NULL, 0};
  utype_signatures *handle;
  utype_error error;
  (void)keywords;
  if (!PyArg_ParseTuple(arguments, "OO", &path, &containers) || get_word(path, &text) < 0) return NULL;
  if (containers != Py_None && get_word(containers, &other) < 0) {
    Py_DECREF(text.owner);
    return NULL;
  }
  Py_BEGIN_ALLOW_THREADS
  handle = utype_open_signatures(text.bytes, other.bytes, &error);
  Py_END_ALLOW_THREADS
  Py_DECREF(text.owner);
  Py_XDECREF(other.owner);
  // The error names the file.
  if (handle == NULL) return raise_failure(&error, NULL);
  allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
  Signatures *signatures = (Signatures *)allocate(type, 0);
  if (signatures == NULL) utype_signatures_free(handle);
  else signatures->handle = handle;
  return (PyObject *)signatures;
}

static void signatures_dealloc(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  utype_signatures_free(signatures_of(self));
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  release(self);
  Py_DECREF(type);
}

// Returns (((puid, name, version, reason, basis), ...), extension_mismatch, is_bounded), and frees the formats.
static PyObject *tuple_of_formats(utype_formats *formats, const utype_error *error, PyObject *file) {
  if (formats == NULL) return raise_failure(error, file);
  size_t count = utype_formats_count(formats);
  PyObject *list = PyTuple_New((Py_ssize_t)count);
  for (size_t index = 0; index < count && list != NULL; index++) {
    utype_format format;
    PyObject *item = NULL;
    if (utype_formats_item(formats, index, &format)) {
      item = Py_BuildValue(
        "(sssss)", format.puid, format.name, format.version, format.reason, utype_basis_name(format.basis));
    }
    if (item == NULL || PyTuple_SetItem(list, (Py_ssize_t)index, item) < 0) Py_CLEAR(list);
  }
  PyObject *result = list == NULL ? NULL : Py_BuildValue(
    "(ONN)", list, PyBool_FromLong(utype_formats_extension_mismatch(formats)),
    PyBool_FromLong(utype_formats_is_bounded(formats)));
  Py_XDECREF(list);
  utype_formats_free(formats);
  return result;
}

// of_path(path, options)
static PyObject *signatures_of_path(PyObject *self, PyObject *arguments) {
  PyObject *path;
  unsigned options;
  Text text;
  utype_error error;
  utype_formats *formats;
  if (!PyArg_ParseTuple(arguments, "OI", &path, &options) || get_word(path, &text) < 0) return NULL;
  Py_BEGIN_ALLOW_THREADS
  formats = utype_formats_of_path(signatures_of(self), text.bytes, options, &error);
  Py_END_ALLOW_THREADS
  Py_DECREF(text.owner);
  return tuple_of_formats(formats, &error, path);
}

// of_descriptor(descriptor, name)
static PyObject *signatures_of_descriptor(PyObject *self, PyObject *arguments) {
  PyObject *object;
  int descriptor;
  Text name;
  utype_error error;
  utype_formats *formats;
  if (!PyArg_ParseTuple(arguments, "iO", &descriptor, &object) || get_name(object, &name) < 0) return NULL;
  Py_BEGIN_ALLOW_THREADS
  formats = utype_formats_of_descriptor(signatures_of(self), descriptor, name.bytes, name.count, &error);
  Py_END_ALLOW_THREADS
  Py_XDECREF(name.owner);
  return tuple_of_formats(formats, &error, object == Py_None ? NULL : object);
}

// of_bytes(content, size, name): size None for complete bytes, and -1 for the start of an item of unknown size.
static PyObject *signatures_of_bytes(PyObject *self, PyObject *arguments) {
  PyObject *object, *whole, *name_object;
  Text content, name;
  utype_error error;
  utype_formats *formats;
  if (!PyArg_ParseTuple(arguments, "OOO", &object, &whole, &name_object)) return NULL;
  if (get_content(object, &content) < 0) return NULL;
  uint64_t size;
  if (get_size(whole, content.count, &size) < 0 || get_name(name_object, &name) < 0) {
    Py_DECREF(content.owner);
    return NULL;
  }
  PyThreadState *thread = PyBytes_Check(content.owner) ? PyEval_SaveThread() : NULL;
  formats = utype_formats_of_bytes(
    signatures_of(self), content.bytes, content.count, size, name.bytes, name.count, &error);
  if (thread != NULL) PyEval_RestoreThread(thread);
  Py_DECREF(content.owner);
  Py_XDECREF(name.owner);
  return tuple_of_formats(formats, &error, NULL);
}

static PyMethodDef signatures_methods[] = {
  {"of_path", signatures_of_path, METH_VARARGS, NULL},
  {"of_descriptor", signatures_of_descriptor, METH_VARARGS, NULL},
  {"of_bytes", signatures_of_bytes, METH_VARARGS, NULL},
  {0},
};

static PyType_Slot signatures_slots[] = {
  {Py_tp_new, signatures_new},
  {Py_tp_dealloc, signatures_dealloc},
  {Py_tp_methods, signatures_methods},
  {Py_tp_doc, "Signatures of formats."},
  {0, NULL},
};

static PyType_Spec signatures_spec = {
  "uniformtypes._native.Signatures", sizeof(Signatures), 0, Py_TPFLAGS_DEFAULT, signatures_slots};

// ---- The interface of libmagic

typedef struct {
  PyObject_HEAD
  magic_t cookie;
} Magic;

static magic_t cookie_of(PyObject *self) { return ((Magic *)self)->cookie; }

// Raises OSError with the last failure of a handle; its message is the attribute `strerror`.
static PyObject *raise_magic_failure(magic_t cookie) {
  const char *message = magic_error(cookie);
  PyObject *arguments = Py_BuildValue("(is)", magic_errno(cookie), message != NULL ? message : "");
  if (arguments == NULL) return NULL;
  PyErr_SetObject(PyExc_OSError, arguments);
  Py_DECREF(arguments);
  return NULL;
}

static PyObject *magic_answer(magic_t cookie, const char *answer) {
  return answer == NULL ? raise_magic_failure(cookie) : PyBytes_FromString(answer);
}

static PyObject *magic_status(magic_t cookie, int status) {
  if (status != 0) return raise_magic_failure(cookie);
  Py_RETURN_NONE;
}

// Magic(flags)
static PyObject *magic_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
  int flags;
  (void)keywords;
  if (!PyArg_ParseTuple(arguments, "i", &flags)) return NULL;
  magic_t cookie = magic_open(flags);
  if (cookie == NULL) return PyErr_SetFromErrno(PyExc_OSError);
  allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
  Magic *magic = (Magic *)allocate(type, 0);
  if (magic == NULL) magic_close(cookie);
  else magic->cookie = cookie;
  return (PyObject *)magic;
}

static void magic_dealloc(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  magic_close(cookie_of(self));
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  release(self);
  Py_DECREF(type);
}

typedef int (*magic_function)(magic_t, const char *);

// Calls a function with a path, or with NULL for None.
static PyObject *magic_call(PyObject *self, PyObject *path, magic_function function) {
  Text text = {NULL, NULL, 0};
  int status;
  if (path != Py_None && get_word(path, &text) < 0) return NULL;
  Py_BEGIN_ALLOW_THREADS
  status = function(cookie_of(self), text.bytes);
  Py_END_ALLOW_THREADS
  Py_XDECREF(text.owner);
  return magic_status(cookie_of(self), status);
}

static PyObject *magic_load_file(PyObject *self, PyObject *path) { return magic_call(self, path, magic_load); }
static PyObject *magic_check_file(PyObject *self, PyObject *path) { return magic_call(self, path, magic_check); }
static PyObject *magic_compile_file(PyObject *self, PyObject *path) { return magic_call(self, path, magic_compile); }
static PyObject *magic_list_types(PyObject *self, PyObject *path) { return magic_call(self, path, magic_list); }

// file(path, more_flags)
static PyObject *magic_of_file(PyObject *self, PyObject *arguments) {
  PyObject *path;
  int flags;
  Text text;
  const char *answer;
  if (!PyArg_ParseTuple(arguments, "Oi", &path, &flags) || get_word(path, &text) < 0) return NULL;
  Py_BEGIN_ALLOW_THREADS
  answer = uniformtypes_magic_file(cookie_of(self), text.bytes, flags);
  Py_END_ALLOW_THREADS
  Py_DECREF(text.owner);
  return magic_answer(cookie_of(self), answer);
}

static PyObject *magic_of_buffer(PyObject *self, PyObject *bytes) {
  Text text;
  const char *answer;
  if (get_content(bytes, &text) < 0) return NULL;
  if (PyBytes_Check(text.owner)) {
    Py_BEGIN_ALLOW_THREADS
    answer = magic_buffer(cookie_of(self), text.bytes, text.count);
    Py_END_ALLOW_THREADS
  } else {
    answer = magic_buffer(cookie_of(self), text.bytes, text.count);
  }
  Py_DECREF(text.owner);
  return magic_answer(cookie_of(self), answer);
}

static PyObject *magic_of_descriptor(PyObject *self, PyObject *descriptor) {
  const char *answer;
  long number = PyLong_AsLong(descriptor);
  if (number == -1 && PyErr_Occurred()) return NULL;
  if (number != (int)number) number = -1;
  Py_BEGIN_ALLOW_THREADS
  answer = magic_descriptor(cookie_of(self), (int)number);
  Py_END_ALLOW_THREADS
  return magic_answer(cookie_of(self), answer);
}

// The last failure of a call by this thread; None if there was none.
static PyObject *magic_last_error(PyObject *self, PyObject *unused) {
  const char *message = magic_error(cookie_of(self));
  (void)unused;
  if (message == NULL) Py_RETURN_NONE;
  return PyBytes_FromString(message);
}

static PyObject *magic_last_error_number(PyObject *self, PyObject *unused) {
  (void)unused;
  return PyLong_FromLong(magic_errno(cookie_of(self)));
}

static PyObject *magic_get_flags(PyObject *self, PyObject *unused) {
  (void)unused;
  return PyLong_FromLong(magic_getflags(cookie_of(self)));
}

static PyObject *magic_set_flags(PyObject *self, PyObject *flags) {
  long number = PyLong_AsLong(flags);
  if (number == -1 && PyErr_Occurred()) return NULL;
  return magic_status(cookie_of(self), magic_setflags(cookie_of(self), (int)number));
}

static PyObject *magic_get_parameter(PyObject *self, PyObject *parameter) {
  size_t value;
  long number = PyLong_AsLong(parameter);
  if (number == -1 && PyErr_Occurred()) return NULL;
  if (magic_getparam(cookie_of(self), (int)number, &value) != 0) return raise_magic_failure(cookie_of(self));
  return PyLong_FromSize_t(value);
}

static PyObject *magic_set_parameter(PyObject *self, PyObject *arguments) {
  int parameter;
  Py_ssize_t number;
  if (!PyArg_ParseTuple(arguments, "in", &parameter, &number)) return NULL;
  // A negative number is too large.
  size_t value = (size_t)number;
  return magic_status(cookie_of(self), magic_setparam(cookie_of(self), parameter, &value));
}

static PyMethodDef magic_methods[] = {
  {"load", magic_load_file, METH_O, NULL},
  {"file", magic_of_file, METH_VARARGS, NULL},
  {"buffer", magic_of_buffer, METH_O, NULL},
  {"descriptor", magic_of_descriptor, METH_O, NULL},
  {"check", magic_check_file, METH_O, NULL},
  {"compile", magic_compile_file, METH_O, NULL},
  {"list", magic_list_types, METH_O, NULL},
  {"error", magic_last_error, METH_NOARGS, NULL},
  {"error_number", magic_last_error_number, METH_NOARGS, NULL},
  {"get_flags", magic_get_flags, METH_NOARGS, NULL},
  {"set_flags", magic_set_flags, METH_O, NULL},
  {"get_parameter", magic_get_parameter, METH_O, NULL},
  {"set_parameter", magic_set_parameter, METH_VARARGS, NULL},
  {0},
};

static PyType_Slot magic_slots[] = {
  {Py_tp_new, magic_new},
  {Py_tp_dealloc, magic_dealloc},
  {Py_tp_methods, magic_methods},
  {Py_tp_doc, "A handle of the interface of libmagic."},
  {0, NULL},
};

static PyType_Spec magic_spec = {"uniformtypes._native.Magic", sizeof(Magic), 0, Py_TPFLAGS_DEFAULT, magic_slots};

// ---- The module

static PyMethodDef registry_methods[] = {
  {"for_name", registry_for_name, METH_O, NULL},
  {"for_extension", registry_for_extension, METH_O, NULL},
  {"for_mime_type", registry_for_mime_type, METH_O, NULL},
  {"for_identifier", registry_for_identifier, METH_O, NULL},
  {"for_tag", registry_for_tag, METH_VARARGS, NULL},
  {"mime_type", registry_mime_type, METH_O, NULL},
  {"extension", registry_extension, METH_O, NULL},
  {"is_dynamic", registry_is_dynamic, METH_O, NULL},
  {"conforms", registry_conforms, METH_VARARGS, NULL},
  {"tags", registry_tags, METH_VARARGS, NULL},
  {"supertypes", registry_supertypes, METH_VARARGS, NULL},
  {"subtypes", registry_subtypes, METH_VARARGS, NULL},
  {"description", registry_description, METH_VARARGS, NULL},
  {"dynamic_identifier", registry_dynamic_identifier, METH_VARARGS, NULL},
  {"identify_path", registry_identify_path, METH_VARARGS, NULL},
  {"identify_descriptor", registry_identify_descriptor, METH_VARARGS, NULL},
  {"identify_bytes", registry_identify_bytes, METH_VARARGS, NULL},
  {"identify_reader", registry_identify_reader, METH_VARARGS, NULL},
  {"batch", registry_batch, METH_VARARGS, NULL},
  {"column", registry_column, METH_VARARGS, NULL},
  {0},
};

static PyType_Slot registry_slots[] = {
  {Py_tp_new, registry_new},
  {Py_tp_dealloc, registry_dealloc},
  {Py_tp_methods, registry_methods},
  {Py_tp_doc, "A registry of the library."},
  {0, NULL},
};

static PyType_Spec registry_spec = {
  "uniformtypes._native.Registry", sizeof(Registry), 0, Py_TPFLAGS_DEFAULT, registry_slots};

// Adds an object to the module, which takes the reference.
static int add(PyObject *module, const char *name, PyObject *object) {
  if (object == NULL) return -1;
  if (PyModule_AddObject(module, name, object) == 0) return 0;
  Py_DECREF(object);
  return -1;
}

static void release_shared(PyObject *capsule) {
  Shared *objects = PyCapsule_GetPointer(capsule, MODULE);
  if (objects == NULL) return;
  Py_XDECREF(objects->verdict_type);
  Py_XDECREF(objects->declaration_error);
  Py_XDECREF(objects->unknown_type_error);
  PyMem_Free(objects);
}

// Makes the objects of the running interpreter, unless an earlier import has made them.
static Shared *make_shared(void) {
  Shared *objects = shared();
  if (objects != NULL || PyErr_Occurred()) return objects;
  objects = allocate(sizeof *objects);
  if (objects == NULL) return (Shared *)PyErr_NoMemory();
  PyObject *capsule = PyCapsule_New(objects, MODULE, release_shared);
  if (capsule == NULL) {
    PyMem_Free(objects);
    return NULL;
  }
  objects->verdict_type = PyType_FromSpec(&verdict_spec);
  objects->declaration_error = PyErr_NewExceptionWithDoc("uniformtypes.DeclarationError",
    "Declarations or a compiled registry cannot be used.", PyExc_ValueError, NULL);
  objects->unknown_type_error = PyErr_NewExceptionWithDoc("uniformtypes.UnknownTypeError",
    "The registry has no such type.", PyExc_LookupError, NULL);
  PyObject *variables = PyInterpreterState_GetDict(PyInterpreterState_Get());
  int isKept = objects->verdict_type != NULL && objects->declaration_error != NULL &&
    objects->unknown_type_error != NULL && variables != NULL &&
    PyDict_SetItemString(variables, MODULE, capsule) == 0;
  Py_DECREF(capsule);
  return isKept ? objects : NULL;
}

static int fill_module(PyObject *module) {
  Shared *objects = make_shared();
  if (objects == NULL) return -1;
  Py_INCREF(objects->verdict_type);
  Py_INCREF(objects->declaration_error);
  Py_INCREF(objects->unknown_type_error);
  if (add(module, "Verdict", objects->verdict_type) < 0 ||
      add(module, "DeclarationError", objects->declaration_error) < 0 ||
      add(module, "UnknownTypeError", objects->unknown_type_error) < 0 ||
      add(module, "Registry", PyType_FromSpec(&registry_spec)) < 0 ||
      add(module, "Signatures", PyType_FromSpec(&signatures_spec)) < 0 ||
      add(module, "Magic", PyType_FromSpec(&magic_spec)) < 0) {
    return -1;
  }
  if (PyModule_AddIntConstant(module, "magic_version", MAGIC_VERSION) < 0) return -1;
  return PyModule_AddStringConstant(module, "version", utype_version());
}

// The slot is of 3.12. Its number and value are not in the stable ABI of 3.9, and older interpreters refuse it.
enum { SLOT_MULTIPLE_INTERPRETERS = 3 };
static void *const OWN_LOCK = (void *)2;

static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)fill_module}, {0, NULL}, {0, NULL}};

static struct PyModuleDef definition = {
  .m_base = PyModuleDef_HEAD_INIT, .m_name = MODULE, .m_doc = "The functions of libuniformtypes.", .m_slots = slots};

PyMODINIT_FUNC PyInit__native(void) {
  PyObject *version = PySys_GetObject("hexversion");
  if (version != NULL && PyLong_AsLong(version) >= 0x030C0000) {
    slots[1] = (PyModuleDef_Slot){SLOT_MULTIPLE_INTERPRETERS, OWN_LOCK};
  }
  return PyModuleDef_Init(&definition);
}

#ifdef REPLACED_SYMBOLS
// ---- Replaced symbols, by the linker's option --wrap (see setup.py)

#include <stdio.h>

// glibc 2.35 has a new version of hypotf, which Swift's library uses. Without it the module runs on
// glibc 2.34. A sum of squares of floats cannot exceed a double.
float __wrap_hypotf(float x, float y);
float __wrap_hypotf(float x, float y) {
  if (isinf(x) || isinf(y)) return INFINITY;
  return (float)sqrt((double)x * x + (double)y * y);
}

// Debian's libbz2.a is compiled for programs, and reaches the streams of C only inside its own module.
extern FILE *__real_stdin, *__real_stdout, *__real_stderr;
__attribute__((visibility("hidden"))) FILE *__wrap_stdin, *__wrap_stdout, *__wrap_stderr;

__attribute__((constructor)) static void set_streams(void) {
  __wrap_stdin = __real_stdin;
  __wrap_stdout = __real_stdout;
  __wrap_stderr = __real_stderr;
}
#endif
