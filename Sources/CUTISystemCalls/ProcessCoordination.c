#define _GNU_SOURCE
#include "ProcessCoordination.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

// The number of copies between the process and its program's start.
static atomic_uint copies;

static void note_copy(void) { atomic_fetch_add(&copies, 1); }

__attribute__((constructor)) static void watch_copies(void) {
  pthread_atfork(NULL, NULL, note_copy);
}

unsigned uti_process_generation(void) {
  return atomic_load_explicit(&copies, memory_order_relaxed) + 1;
}

int uti_is_main_thread(void) {
  static __thread unsigned known_in;
  static __thread int is_main;
  unsigned now = uti_process_generation();
  if (known_in != now) {
    is_main = getpid() == gettid();
    known_in = now;
  }
  return is_main;
}

uint64_t uti_unique_number(void) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  static uint64_t state;
  static unsigned known_in;
  unsigned now = uti_process_generation();
  pthread_mutex_lock(&lock);
  if (known_in != now) {
    while (getrandom(&state, sizeof state, 0) != sizeof state) {
    }
    known_in = now;
  }
  // Each number of a sequence gives another result (SplitMix64).
  uint64_t number = state += 0x9E3779B97F4A7C15;
  pthread_mutex_unlock(&lock);
  number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9;
  number = (number ^ number >> 27) * 0x94D049BB133111EB;
  return number ^ number >> 31;
}

static int change_byte(int descriptor, int command, int64_t offset, short kind) {
  struct flock lock = {.l_type = kind, .l_whence = SEEK_SET, .l_start = offset, .l_len = 1};
  int result = fcntl(descriptor, command, &lock);
  return command == F_OFD_GETLK && result == 0 ? lock.l_type != F_UNLCK : result;
}

int uti_lock_byte(int descriptor, int64_t offset, int exclusive) {
  return change_byte(descriptor, F_OFD_SETLK, offset, exclusive ? F_WRLCK : F_RDLCK);
}

int uti_wait_for_byte(int descriptor, int64_t offset, int exclusive) {
  return change_byte(descriptor, F_OFD_SETLKW, offset, exclusive ? F_WRLCK : F_RDLCK);
}

int uti_unlock_byte(int descriptor, int64_t offset) {
  return change_byte(descriptor, F_OFD_SETLK, offset, F_UNLCK);
}

int uti_is_byte_locked(int descriptor, int64_t offset) {
  return change_byte(descriptor, F_OFD_GETLK, offset, F_WRLCK);
}

int uti_packet_socket(int waits) {
  return socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | (waits ? 0 : SOCK_NONBLOCK), 0);
}

static socklen_t local_address(struct sockaddr_un *address, const char *path) {
  size_t length = strlen(path);
  if (length >= sizeof address->sun_path) {
    errno = ENAMETOOLONG;
    return 0;
  }
  address->sun_family = AF_UNIX;
  memcpy(address->sun_path, path, length + 1);
  return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length + 1);
}

int uti_bind_local(int socket, const char *path) {
  struct sockaddr_un address;
  socklen_t size = local_address(&address, path);
  return size == 0 ? -1 : bind(socket, (struct sockaddr *)&address, size);
}

int uti_connect_local(int socket, const char *path) {
  struct sockaddr_un address;
  socklen_t size = local_address(&address, path);
  return size == 0 ? -1 : connect(socket, (struct sockaddr *)&address, size);
}

int uti_accept(int socket) {
  return accept4(socket, NULL, NULL, SOCK_CLOEXEC);
}

ssize_t uti_send_packet(int socket, const void *bytes, size_t count) {
  return send(socket, bytes, count, MSG_NOSIGNAL);
}

int uti_make_waker(void) {
  return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

int uti_wake(int waker) {
  return eventfd_write(waker, 1);
}

__attribute__((weak)) int uti_is_package_extension(const uint8_t *extension, size_t count) {
  (void)extension;
  (void)count;
  return 0;
}
