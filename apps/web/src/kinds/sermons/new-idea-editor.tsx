import type { User } from '@pathlight/contracts/accounts.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router-dom'
import { useKeptWorkOpen } from '../../device/use-kept-work.ts'
import { editDraftKey } from '../../study/draft-keys.ts'
import { beginEditing, wasSaved } from '../../study/editor/begin-editing.ts'
import { editedSermons } from './edited-sermons.tsx'
import { lastSpeaker } from './last-speaker.ts'
import { ideaDraft } from './sermon-draft.ts'
import { SermonEditor, type SermonEditorProps } from './sermon-editor.tsx'

type Props = Pick<SermonEditorProps, 'onSaved' | 'onDeleted' | 'onCancel'> & {
  readonly owner: User
  /** The id that the sermon will have. */
  readonly id: string
}

/** Leaving needs no question: the draft stays on this device, and My Resources lists it. */
const stays = () => undefined

const Editor = ({ id, ...rest }: Props) => {
  const { id: userId } = rest.owner
  const [beginning] = useState(() =>
    beginEditing(editedSermons, userId, {
      fresh: ideaDraft(id, lastSpeaker(userId)),
      keptAt: editDraftKey('sermons', userId, id),
    }),
  )
  return <SermonEditor {...rest} isPage beginning={beginning} onUnsaved={stays} />
}

const Idea = (props: Props) => {
  const { owner, id } = props
  const [isSaved] = useState(() => wasSaved(editedSermons, owner.id, id))
  return isSaved ? <Navigate replace to={`/my-memos/sermons/${id}?edit`} /> : <Editor {...props} />
}

/** Begins a new sermon without a passage, or continues its draft. */
const NewIdeaEditor = (props: Props) => {
  const { t } = useTranslation()
  if (useKeptWorkOpen()) return <Idea {...props} />
  return <div className="skeleton h-80" role="status" aria-label={t('loading')} />
}
export default NewIdeaEditor
