const KEY = 'clinic'

/** The clinic that this tab was in last: another tab may be in another. */
export const lastClinic = {
  get: (): string | null => sessionStorage.getItem(KEY),
  keep: (clinicId: string): void => sessionStorage.setItem(KEY, clinicId),
  forget: (): void => sessionStorage.removeItem(KEY),
}
