/** So long after the page has come, in milliseconds: drawing takes a moment in which a phone answers no touch. */
const LATER_MS = 4_000
/** Of the width of the screen. */
const DRAWING = 0.28

const drawing = (): Promise<HTMLImageElement> =>
  new Promise((resolve, reject) => {
    const image = new Image()
    image.onload = () => resolve(image)
    image.onerror = reject
    image.src = '/icon.svg'
  })

const draw = async (): Promise<void> => {
  const canvas = document.createElement('canvas')
  // iOS says the size of the screen as it is held upright.
  canvas.width = screen.width * devicePixelRatio
  canvas.height = screen.height * devicePixelRatio
  const context = canvas.getContext('2d')
  if (!context) return
  context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--paper')
  context.fillRect(0, 0, canvas.width, canvas.height)
  const size = canvas.width * DRAWING
  context.drawImage(await drawing(), (canvas.width - size) / 2, (canvas.height - size) / 2, size, size)
  const link = document.createElement('link')
  link.rel = 'apple-touch-startup-image'
  link.media = '(orientation: portrait)'
  link.href = canvas.toDataURL('image/png')
  document.head.append(link)
}

/**
 * iOS shows a white screen while an installed app starts, unless the page from which it was installed names a picture of exactly the
 * size of the screen. (Other systems make one of the manifest.) So Safari is given one of our own drawing, in the colours of the
 * theme. No other browser has `navigator.standalone`.
 */
export const offerLaunchPicture = (): (() => void) | undefined => {
  if ((navigator as { standalone?: boolean }).standalone !== false) return undefined
  const timer = setTimeout(() => void draw().catch(() => undefined), LATER_MS)
  return () => clearTimeout(timer)
}
