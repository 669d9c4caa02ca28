/** Runs immediately when called, and then at most once per span, however often it is called meanwhile. */
export function spaced(spanMs: number, run: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let wanted = false
  function act(): void {
    run()
    timer = setTimeout(() => {
      timer = undefined
      if (!wanted) return
      wanted = false
      act()
    }, spanMs)
  }
  return {
    call(): void {
      if (timer === undefined) act()
      else wanted = true
    },
    stop: (): void => clearTimeout(timer),
  }
}
