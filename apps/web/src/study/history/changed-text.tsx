import { Fragment, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changedWords, shortened } from '../../ui/changed-words.ts'
import { passFocusOn } from '../../ui/pass-focus-on.ts'
import { LOOKS } from './change-looks.ts'

/** The number of unchanged words that are shown around a change. */
const AROUND = 14

/** A button that shows the unchanged parts that were left out. */
export const ShowWhole = ({ onShow }: { onShow: () => void }) => {
  const { t } = useTranslation()
  return (
    <button
      ref={passFocusOn}
      type="button"
      onClick={onShow}
      className="block min-h-11 text-xs font-semibold text-accent hover:underline desk:min-h-8"
    >
      {t('history.showWhole')}
    </button>
  )
}

/**
 * A text in which words added or removed since `before` are marked. Without `before` nothing is marked. Long unchanged
 * parts are left out.
 */
export const ChangedText = ({
  before,
  after,
  className = '',
}: {
  before: string | null | undefined
  after: string
  className?: string
}) => {
  const [whole, setWhole] = useState(false)
  const pieces = useMemo(() => changedWords(before ?? after, after), [before, after])
  const visible = useMemo(() => (whole ? pieces : shortened(pieces, AROUND)), [pieces, whole])
  return (
    <div className={`whitespace-pre-wrap wrap-anywhere ${className}`}>
      {visible.map((piece, index) => {
        const key = index
        if (piece.kind === 'cut')
          return (
            <span key={key} className="text-muted">
              {' … '}
            </span>
          )
        if (piece.kind === 'same') return <span key={key}>{piece.text}</span>
        const Element = piece.kind === 'added' ? 'ins' : 'del'
        const blank = /^\s*/.exec(piece.text)?.[0] ?? ''
        return (
          <Fragment key={key}>
            {blank}
            <Element className={LOOKS[piece.kind]}>{piece.text.slice(blank.length)}</Element>
          </Fragment>
        )
      })}
      {visible.some(({ kind }) => kind === 'cut') && <ShowWhole onShow={() => setWhole(true)} />}
    </div>
  )
}
