// SPDX-License-Identifier: MIT OR Apache-2.0
#include "status.h"

const char *ipc_status_name(ipc_status status) {
  switch (status) {
  case IPC_OK: return "ok";
  case IPC_BAD_ARGUMENT: return "bad argument";
  case IPC_FULL: return "full";
  case IPC_EMPTY: return "empty";
  case IPC_TIMEOUT: return "timeout";
  case IPC_CLOSED: return "closed";
  case IPC_NO_BLOCK: return "no block";
  case IPC_NO_SPACE: return "no space";
  case IPC_NOT_FOUND: return "not found";
  case IPC_CORRUPT: return "corrupt";
  case IPC_DUPLICATE: return "duplicate";
  case IPC_GAP: return "gap";
  case IPC_LEAK: return "leak";
  }
  return "unknown status";
}
