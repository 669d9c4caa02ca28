import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DARK, FILL_SHADE, LIGHT, SEA } from './brand.ts'

/** WCAG 2.2, "relative luminance". */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map(at => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map(part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

for (const [name, palette] of Object.entries({ LIGHT, DARK })) {
  const { paper, ground, ink, soft, edge, accent, accentSoft, accentInk, fill, onFill } = palette
  const { warnSoft, warnInk, danger, dangerSoft } = palette

  test(`every text can be read on whatever it stands on (WCAG 1.4.3), ${name}`, () => {
    const onBoth = [ink, soft, accent, danger].flatMap(text => [[text, paper] as const, [text, ground] as const])
    const onTints = [
      [accentInk, accentSoft],
      [ink, accentSoft],
      [accent, accentSoft],
      [onFill, fill],
      [warnInk, warnSoft],
      [danger, dangerSoft],
    ] as const
    for (const [text, under] of [...onBoth, ...onTints])
      assert.ok(contrast(text, under) >= 4.5, `${text} on ${under}: ${contrast(text, under)}`)
  })

  test(`what can be used stands out from what is around it (WCAG 1.4.11), ${name}`, () => {
    for (const [part, under] of [edge, fill, accent].flatMap(part => [[part, paper] as const, [part, ground] as const]))
      assert.ok(contrast(part, under) >= 3, `${part} on ${under}: ${contrast(part, under)}`)
  })
}

test('the shades under the one button that matters are those of the palettes', () => {
  assert.deepEqual([SEA[FILL_SHADE.light], SEA[FILL_SHADE.dark]], [LIGHT.fill, DARK.fill])
})
