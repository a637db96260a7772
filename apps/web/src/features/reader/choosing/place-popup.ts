/** A rectangle in the window's pixels. */
type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }

/** Pixels between the popup and the line it belongs to. */
const GAP = 8

type Asked = {
  /** The lines that are chosen, in the order of the text. */
  readonly lines: readonly Box[]
  readonly popup: { readonly width: number; readonly height: number }
  /** Where there is room: the column, without what lies over it. */
  readonly room: Box
}

const within = (at: number, least: number, most: number): number => Math.max(least, Math.min(at, most))

/**
 * Where the popup stands: above the first chosen line, else beneath the last one, else, when what is chosen fills the
 * view, at its side. It always stays in the room there is. It lies on what is chosen only where there is no other room.
 * Null when nothing is chosen.
 */
export const placePopup = ({ lines, popup, room }: Asked): { left: number; top: number } | null => {
  const [first] = lines
  const last = lines.at(-1)
  if (!(first && last)) return null
  const beside = (line: Box): number =>
    within(
      line.left + Math.min(line.right - line.left, 320) / 2 - popup.width / 2,
      room.left + GAP,
      Math.max(room.left + GAP, room.right - popup.width - GAP),
    )
  const top = Math.min(...lines.map((line) => line.top))
  const bottom = Math.max(...lines.map((line) => line.bottom))
  const above = top - popup.height - GAP
  if (above >= room.top && above + popup.height <= room.bottom) return { left: beside(first), top: above }
  const beneath = bottom + GAP
  if (beneath + popup.height <= room.bottom && beneath >= room.top) return { left: beside(last), top: beneath }
  // What is chosen fills the view: at its side, where that is free.
  const right = Math.max(...lines.map((line) => line.right)) + GAP
  const middle = within(
    (Math.max(top, room.top) + Math.min(bottom, room.bottom)) / 2 - popup.height / 2,
    room.top,
    Math.max(room.top, room.bottom - popup.height),
  )
  if (right + popup.width <= room.right) return { left: right, top: middle }
  const left = Math.min(...lines.map((line) => line.left)) - GAP - popup.width
  if (left >= room.left) return { left, top: middle }
  return { left: beside(last), top: Math.max(room.top, room.bottom - popup.height - GAP) }
}
