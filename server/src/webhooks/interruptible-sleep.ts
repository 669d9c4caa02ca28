/** Lets a loop sleep until it is woken, or the time has come. A wake-up during its work is not lost: the next sleep ends immediately. */
export interface InterruptibleSleep {
  wake(): void
  sleep(ms: number): Promise<void>
}

export function createInterruptibleSleep(): InterruptibleSleep {
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
