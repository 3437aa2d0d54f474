#define _GNU_SOURCE
#include "ProcessCoordination.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static int change_byte(int descriptor, int command, int64_t offset, short kind) {
  struct flock lock = {.l_type = kind, .l_whence = SEEK_SET, .l_start = offset, .l_len = 1};
  int result = fcntl(descriptor, command, &lock);
  return command == F_OFD_GETLK && result == 0 ? lock.l_type != F_UNLCK : result;
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
