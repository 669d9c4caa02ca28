/** Whether an instant has come. */
export const isPast = (at: string | null): boolean => at !== null && Date.parse(at) <= Date.now()
