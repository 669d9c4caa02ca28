import type { Browser, Locator } from 'playwright-core'
import decodeQR from 'qr/decode.js'

/** What the code says that is shown there, read from a picture of the screen by another program than the one that drew it. */
export async function codeIn(browser: Browser, drawing: Locator): Promise<string> {
  const picture = (await drawing.screenshot()).toString('base64')
  const page = await browser.newPage()
  try {
    const { width, height, data } = await page.evaluate<
      Record<'width' | 'height', number> & { data: string }
    >(`(async () => {
      const picture = new Image()
      picture.src = 'data:image/png;base64,${picture}'
      await picture.decode()
      const { width, height } = picture
      const pen = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')
      pen.drawImage(picture, 0, 0)
      return { width, height, data: new Uint8Array(pen.getImageData(0, 0, width, height).data.buffer).toBase64() }
    })()`)
    return decodeQR({ width, height, data: Uint8Array.from(Buffer.from(data, 'base64')) })
  } finally {
    await page.close()
  }
}
