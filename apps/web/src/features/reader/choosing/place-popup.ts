/** A rectangle in the window, in pixels. */
type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }

/** The distance between the popup and the chosen line, in pixels. */
const GAP = 8

type Layout = {
  /** The boxes of the chosen lines, in the order of the text. */
  readonly lines: readonly Box[]
  readonly popup: { readonly width: number; readonly height: number }
  /** The space for the popup: the visible part of the column. */
  readonly room: Box
}

const within = (at: number, least: number, most: number): number => Math.max(least, Math.min(at, most))

/**
 * The position of the popup: above the first chosen line, otherwise below the last one, otherwise beside the choice.
 * The popup stays within the space `room` if it fits there. It covers chosen lines only if there is no other place.
 * Null if nothing is chosen.
 */
export const placePopup = ({ lines, popup, room }: Layout): { left: number; top: number } | null => {
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
  // The choice fills the view, so the popup goes to its right if there is space.
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
