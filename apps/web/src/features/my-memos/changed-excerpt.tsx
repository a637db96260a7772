import { Fragment } from 'react'
import { LOOKS } from '../../study/history/change-looks.ts'
import { changedWords, shortened } from '../../ui/changed-words.ts'

/** The unchanged words that are shown around a change. */
const AROUND = 6

/** The words of a change, marked where they differ from those before it. */
const ChangedExcerpt = ({ before, after }: { readonly before: string; readonly after: string }) =>
  shortened(changedWords(before, after), AROUND).map((piece, index) => {
    const key = index
    if (piece.kind === 'cut') return <span key={key}> … </span>
    if (piece.kind === 'same') return <span key={key}>{piece.text}</span>
    const Element = piece.kind === 'added' ? 'ins' : 'del'
    const words = piece.text.trimStart()
    return (
      <Fragment key={key}>
        {piece.text.slice(0, -words.length)}
        <Element className={LOOKS[piece.kind]}>{words}</Element>
      </Fragment>
    )
  })
export default ChangedExcerpt
