import type { ChildProcess } from 'node:child_process'
import { Socket } from 'node:net'

/** The file descriptor on which the watch waits. */
const EAR = 3

/**
 * A program as the shell starts it: in its own place, with a watch beside it. When the process that started it is gone
 * without a word, however it ended, the watch has the program end as if it had been asked to.
 */
export const watched = (words: readonly string[]): string[] => {
  const watch = `({ read -r word <&${EAR} || kill -INT $$; } >/dev/null 2>&1 &)`
  return ['/bin/sh', '-c', `${watch}; exec ${EAR}<&-; exec "$@"`, 'watched', ...words]
}

/** Lets our own process end before a program that was started so, and ends its watch when it ends by itself. */
export function watchOver(child: ChildProcess): void {
  const ear = child.stdio[EAR]
  child.on('error', () => undefined).unref()
  if (!(ear instanceof Socket)) return
  ear.on('error', () => undefined).unref()
  child.once('exit', () => ear.end('ended\n'))
}
