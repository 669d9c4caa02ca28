import { crc32, deflateSync } from 'node:zlib'

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A greyscale PNG (ISO/IEC 15948); `shade` gives 0 to 255 for each point. */
function png(width: number, height: number, shade: (x: number, y: number) => number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(8, 8)
  const lines = Array.from({ length: height }, (_, y) =>
    Buffer.from([0, ...Array.from({ length: width }, (_, x) => Math.max(0, Math.min(255, Math.round(shade(x, y)))))]),
  )
  const parts = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(lines))),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts])
}

/** Something that looks like an X-ray from afar: two arches of light teeth on a dark ground, one with a filling. */
export function inventedXRay(variant: number): Buffer {
  const [width, height] = [320, 160]
  return png(width, height, (x, y) => {
    const bow = 18 * Math.sin((Math.PI * x) / width)
    const fromMiddle = Math.abs(y - (height / 2 + bow))
    const inTooth = Math.abs((x % 22) - 11) < 8 - fromMiddle / 9 && fromMiddle > 4 && fromMiddle < 58
    const filled = inTooth && Math.floor(x / 22) === variant % 14 && fromMiddle < 16
    const ground = 34 + 26 * Math.sin((Math.PI * y) / height)
    return filled ? 240 : inTooth ? 150 + 60 * (1 - fromMiddle / 58) : ground
  })
}

/** A PDF of one page with one line on it (ISO 32000-1). */
export function inventedLetter(line: string): Buffer {
  const text = `BT /F1 14 Tf 72 760 Td (${line.replace(/[()\\]/g, ' ')}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let body = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  const end = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.from(body + table + end, 'latin1')
}
