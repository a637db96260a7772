import { encode } from 'uqr'

/** The width of the empty border around the code, in modules (the code's squares). Scanners need the border. */
const BORDER = 3

/** A QR code, dark on white in every theme, because some scanners cannot read a light code on a dark ground. */
export const QrCode = ({ text, label, look = 'w-48' }: { text: string; label: string; look?: string }) => {
  const { data, size } = encode(text, { border: BORDER })
  const dark = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={`max-w-full rounded-sm border border-line ${look}`}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={dark} fill="#000" />
    </svg>
  )
}
