import { onceInSight } from '../patients/once-in-sight.ts'

/** Of some lab orders those of patients in sight of these branches, and of those who left it since an instant. */
export const labOrdersOnceInSight = onceInSight('lab_order')
