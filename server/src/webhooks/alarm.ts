/** Lets a loop sleep until something wakes it, or the time has come. A call that comes while it is awake is not lost. */
export interface Alarm {
  wake(): void
  sleep(ms: number): Promise<void>
}

export function createAlarm(): Alarm {
  let called = false
  let end: (() => void) | undefined
  return {
    wake() {
      called = true
      end?.()
    },
    async sleep(ms) {
      if (!called) {
        await new Promise<void>(resolve => {
          const timer = setTimeout(resolve, ms)
          end = () => {
            clearTimeout(timer)
            resolve()
          }
        })
        end = undefined
      }
      called = false
    },
  }
}
