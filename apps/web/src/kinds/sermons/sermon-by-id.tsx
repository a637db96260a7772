import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeptWorkOpen } from '../../device/use-kept-work.ts'
import { beginOfAddress } from '../../study/editor/begin-editing.ts'
import { editedSermons } from './edited-sermons.tsx'
import { lastSpeaker } from './last-speaker.ts'
import { ideaDraft } from './sermon-draft.ts'
import { SermonEditor, type SermonEditorProps } from './sermon-editor.tsx'
import type { SermonItem } from './sermon-writes.ts'

type Props = Omit<SermonEditorProps, 'beginning'> & {
  readonly id: string
  /** The sermon's present state. Null for a new sermon. */
  readonly sermon: SermonItem | null
}

const Editor = ({ id, ...rest }: Props) => {
  const { owner, sermon } = rest
  const [beginning] = useState(() =>
    beginOfAddress(editedSermons, owner.id, ideaDraft(id, lastSpeaker(owner.id)), sermon),
  )
  return <SermonEditor {...rest} beginning={beginning} />
}

const SermonById = (props: Props) => {
  const { t } = useTranslation()
  if (useKeptWorkOpen()) return <Editor {...props} />
  return <div className="skeleton h-80" role="status" aria-label={t('loading')} />
}
export default SermonById
