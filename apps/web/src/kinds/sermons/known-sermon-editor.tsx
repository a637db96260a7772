import type { User } from '@pathlight/contracts/accounts.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeptWorkOpen } from '../../device/use-kept-work.ts'
import { beginWith } from './begin-sermon.ts'
import { editDraftKey } from './kept-drafts.ts'
import { draftOf } from './sermon-draft.ts'
import { SermonEditor, type SermonEditorProps } from './sermon-editor.tsx'
import type { SermonItem } from './sermon-writes.ts'

type Props = Omit<SermonEditorProps, 'initial' | 'refused' | 'keptAt' | 'restored'> & {
  readonly owner: User
  readonly sermon: SermonItem
}

const Editor = ({ sermon, ...rest }: Props) => {
  const [beginning] = useState(() => beginWith(rest.owner, draftOf(sermon), editDraftKey(rest.owner.id, sermon.id)))
  return <SermonEditor {...rest} {...beginning} />
}

/** Changes a sermon that is there. What was not saved of it is back. */
const KnownSermonEditor = (props: Props) => {
  const { t } = useTranslation()
  if (useKeptWorkOpen()) return <Editor {...props} />
  return <div className="skeleton h-80" role="status" aria-label={t('loading')} />
}
export default KnownSermonEditor
