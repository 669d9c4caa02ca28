import { chart } from './texts.ts'

type Surface = keyof typeof chart.en.parts

export const isSurface = (part: string): part is Surface => Object.hasOwn(chart.en.parts, part)
