/**
 * The delay after the page has loaded, in milliseconds. Drawing waits, because a phone answers no touch while it draws
 * the picture.
 */
const DELAY_MS = 4_000
/** The icon's width as a fraction of the screen's width. */
const ICON_SHARE = 0.28

const loadIcon = (): Promise<HTMLImageElement> =>
  new Promise((resolve, reject) => {
    const image = new Image()
    image.onload = () => resolve(image)
    image.onerror = reject
    image.src = '/icon.svg'
  })

const draw = async (): Promise<void> => {
  const canvas = document.createElement('canvas')
  // iOS reports the size of the screen as if the device were held upright.
  canvas.width = screen.width * devicePixelRatio
  canvas.height = screen.height * devicePixelRatio
  const context = canvas.getContext('2d')
  if (!context) return
  context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--paper')
  context.fillRect(0, 0, canvas.width, canvas.height)
  const size = canvas.width * ICON_SHARE
  context.drawImage(await loadIcon(), (canvas.width - size) / 2, (canvas.height - size) / 2, size, size)
  const link = document.createElement('link')
  link.rel = 'apple-touch-startup-image'
  link.media = '(orientation: portrait)'
  link.href = canvas.toDataURL('image/png')
  document.head.append(link)
}

/**
 * Draws the picture that iOS shows while an installed app starts, in the theme's colours. Without a picture of exactly
 * the screen's size, iOS shows a white screen; other systems make a picture from the manifest. Only Safari has
 * `navigator.standalone`, which is false in a tab. Returns a function that cancels the drawing, if a drawing was
 * scheduled.
 */
export const offerLaunchPicture = (): (() => void) | undefined => {
  if ((navigator as { standalone?: boolean }).standalone !== false) return undefined
  const timer = setTimeout(() => void draw().catch(() => undefined), DELAY_MS)
  return () => clearTimeout(timer)
}
