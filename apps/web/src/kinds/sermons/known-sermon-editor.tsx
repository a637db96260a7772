import type { User } from '@pathlight/contracts/accounts.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeptWorkOpen } from '../../device/use-kept-work.ts'
import { editDraftKey } from '../../study/draft-keys.ts'
import { beginEditing } from '../../study/editor/begin-editing.ts'
import { editedSermons } from './edited-sermons.tsx'
import { sermonDrafts } from './sermon-draft.ts'
import { SermonEditor, type SermonEditorProps } from './sermon-editor.tsx'
import type { SermonItem } from './sermon-writes.ts'

type Props = Omit<SermonEditorProps, 'beginning'> & {
  readonly owner: User
  readonly sermon: SermonItem
}

const Editor = ({ sermon, ...rest }: Props) => {
  const { id: userId } = rest.owner
  const [beginning] = useState(() => {
    const keptAt = editDraftKey('sermons', userId, sermon.id)
    return beginEditing(editedSermons, userId, { fresh: sermonDrafts.of(sermon), keptAt })
  })
  return <SermonEditor {...rest} beginning={beginning} />
}

/** Edits an existing sermon, with its unsaved words. */
const KnownSermonEditor = (props: Props) => {
  const { t } = useTranslation()
  if (useKeptWorkOpen()) return <Editor {...props} />
  return <div className="skeleton h-80" role="status" aria-label={t('loading')} />
}
export default KnownSermonEditor
