import { type ComponentProps, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { ChevronLeft } from '../../ui/icons.ts'
import ItemHistory from './item-history.tsx'

type Props = ComponentProps<typeof ItemHistory> & {
  /** The level of the history's heading, to suit the headings around the editor. */
  readonly level: 'h2' | 'h3'
  readonly onClose: () => void
}

/** The history of the edited item, shown instead of the editor's form. */
const EditorHistory = ({ level: Heading, onClose, ...rest }: Props) => {
  const { t } = useTranslation()
  const head = useRef<HTMLHeadingElement>(null)
  // The pressed button is gone, so the heading takes the focus.
  useEffect(() => head.current?.focus(), [])
  return (
    <section aria-label={t('history.title')} className="grid gap-3">
      <div className="flex items-center gap-2">
        <Heading ref={head} tabIndex={-1} className="grow font-scripture text-lg font-semibold outline-none">
          {t('history.title')}
        </Heading>
        <Button look="quiet" className="-mr-2 px-3!" onClick={onClose}>
          <ChevronLeft size={18} strokeWidth={1.8} aria-hidden />
          {t('history.close')}
        </Button>
      </div>
      <div>
        <ItemHistory {...rest} />
      </div>
    </section>
  )
}
export default EditorHistory
