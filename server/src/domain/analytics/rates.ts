const DECIMALS = 10_000

/** A share from 0 to 1 with four decimals; 0 of nothing. */
export const shareOf = (part: number, whole: number): number =>
  whole <= 0 ? 0 : Math.round(Math.min(1, part / whole) * DECIMALS) / DECIMALS

/** How many of those who were expected did not come: a patient who canceled was not expected any more. */
export const noShowRate = ({ completed, noshow }: { completed: number; noshow: number }): number =>
  shareOf(noshow, completed + noshow)
