/*
 * Preloaded into a process, makes calls on files of one kind fail as a failing disk would: from the n-th on, or only the n-th.
 * Set anew by writing "<write|sync|open> <errno> <n> <once|on> <part of the path>" to a file named .../medium-control;
 * "off" ends it. Whether any call failed since then is told by the file .../medium-control-fired. A process may also be born
 * with it: MEDIUM_CONTROL holds the path of the control file, MEDIUM_FAILS what would be written to it.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

enum kind { NONE, WRITE, SYNC, OPEN };

static enum kind failing = NONE;
static int error_number, remaining, once;
static char part[256], fired[512];

static ssize_t (*real_write)(int, const void *, size_t);

static int path_of(int fd, char *path, size_t size) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, size - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return 1;
}

static int fails(enum kind kind, const char *path) {
  if (kind != failing || strstr(path, part) == NULL) return 0;
  if (--remaining > 0) return 0;
  if (once && remaining < 0) return 0;
  int file = (int)syscall(SYS_openat, AT_FDCWD, fired, O_CREAT | O_WRONLY, 0600);
  if (file >= 0) close(file);
  errno = error_number;
  return 1;
}

static int fails_fd(enum kind kind, int fd) {
  char path[4096];
  return kind == failing && path_of(fd, path, sizeof path) && fails(kind, path);
}

static void control(const char *path, const void *bytes, size_t size) {
  char text[512], kind[16], how[16];
  snprintf(text, sizeof text, "%.*s", (int)size, (const char *)bytes);
  snprintf(fired, sizeof fired, "%s-fired", path);
  unlink(fired);
  failing = NONE;
  if (sscanf(text, "%15s %d %d %15s %255s", kind, &error_number, &remaining, how, part) != 5) return;
  once = strcmp(how, "once") == 0;
  failing = strcmp(kind, "write") == 0 ? WRITE : strcmp(kind, "sync") == 0 ? SYNC : OPEN;
}

__attribute__((constructor)) static void born(void) {
  const char *path = getenv("MEDIUM_CONTROL"), *text = getenv("MEDIUM_FAILS");
  if (path != NULL && text != NULL) control(path, text, strlen(text));
}

ssize_t write(int fd, const void *bytes, size_t size) {
  if (!real_write) real_write = dlsym(RTLD_NEXT, "write");
  char path[4096];
  if (fd > 2 && path_of(fd, path, sizeof path)) {
    const char *end = strstr(path, "/medium-control");
    if (end != NULL && strcmp(end, "/medium-control") == 0) control(path, bytes, size);
    else if (fails(WRITE, path)) return -1;
  }
  return real_write(fd, bytes, size);
}

#define PWRITE(name)                                                        \
  ssize_t name(int fd, const void *bytes, size_t size, off64_t offset) {    \
    static ssize_t (*real)(int, const void *, size_t, off64_t);             \
    if (!real) real = dlsym(RTLD_NEXT, #name);                              \
    return fails_fd(WRITE, fd) ? -1 : real(fd, bytes, size, offset);        \
  }
PWRITE(pwrite)
PWRITE(pwrite64)

#define SYNCHRONISE(name)                                  \
  int name(int fd) {                                       \
    static int (*real)(int);                               \
    if (!real) real = dlsym(RTLD_NEXT, #name);             \
    return fails_fd(SYNC, fd) ? -1 : real(fd);             \
  }
SYNCHRONISE(fsync)
SYNCHRONISE(fdatasync)

#define OPENING(name)                                                                   \
  int name(const char *path, int flags, ...) {                                          \
    static int (*real)(const char *, int, ...);                                         \
    if (!real) real = dlsym(RTLD_NEXT, #name);                                          \
    va_list rest;                                                                       \
    va_start(rest, flags);                                                              \
    mode_t mode = va_arg(rest, mode_t);                                                 \
    va_end(rest);                                                                       \
    int changes = (flags & O_ACCMODE) != O_RDONLY || (flags & O_CREAT) != 0;            \
    return changes && fails(OPEN, path) ? -1 : real(path, flags, mode);                 \
  }
OPENING(open)
OPENING(open64)
