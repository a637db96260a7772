/** A text with marks. `marks`: ranges in UTF-16 offsets, ascending, without overlaps. */
export const MarkedText = ({ text, marks }: { text: string; marks: readonly (readonly [number, number])[] }) => (
  <>
    {marks.map(([start, end], index) => (
      <span key={start}>
        {text.slice(marks[index - 1]?.[1] ?? 0, start)}
        <mark>{text.slice(start, end)}</mark>
      </span>
    ))}
    {text.slice(marks.at(-1)?.[1] ?? 0)}
  </>
)
