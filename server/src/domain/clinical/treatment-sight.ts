import { onceInSight } from '../patients/once-in-sight.ts'

/** Of some treatments those of patients in sight of these branches, and of those who left it since an instant. */
export const treatmentsOnceInSight = onceInSight('treatment')
/** The same of quotations. */
export const quotationsOnceInSight = onceInSight('quotation')
