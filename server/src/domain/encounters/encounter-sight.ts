import { onceInSight } from '../patients/once-in-sight.ts'

/** Of some encounters those of patients in sight of these branches, and of those who left it since an instant. */
export const encountersOnceInSight = onceInSight('encounter')
