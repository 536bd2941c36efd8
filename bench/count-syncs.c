/* Loaded with LD_PRELOAD: counts how often a process asks the system to make a file durable. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned long count;

int fsync(int fd) {
  static int (*next)(int);
  if (next == NULL) *(void **)&next = dlsym(RTLD_NEXT, "fsync");
  __atomic_add_fetch(&count, 1, __ATOMIC_RELAXED);
  return next(fd);
}

int fdatasync(int fd) {
  static int (*next)(int);
  if (next == NULL) *(void **)&next = dlsym(RTLD_NEXT, "fdatasync");
  __atomic_add_fetch(&count, 1, __ATOMIC_RELAXED);
  return next(fd);
}

__attribute__((destructor)) static void report(void) {
  const char *path = getenv("BENCH_SYNCS_FILE");
  FILE *file = path == NULL ? NULL : fopen(path, "w");
  if (file == NULL) return;
  fprintf(file, "%lu", count);
  fclose(file);
}
