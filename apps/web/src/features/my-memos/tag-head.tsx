import { tagKey } from '@pathlight/contracts/tag-rules.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { usePerson } from '../../session/use-person.ts'
import { useTags } from '../../study/tags/own-tags.ts'
import { Button } from '../../ui/button.tsx'
import { ChevronLeft, PencilLine } from '../../ui/icons.ts'
import TagDialog from './tag-dialog.tsx'

/** Above everything that has a tag: the way to all tags, how many items have it, and a button to change it. */
const TagHead = ({ tag }: { readonly tag: string }) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { tags } = useTags(usePerson())
  const [isEdited, setEdited] = useState(false)
  const own = tags?.find((one) => tagKey(one.tag) === tagKey(tag))
  const leave = (name: string | null) => {
    setEdited(false)
    if (name !== tag)
      navigate(`/my-memos/tags${name === null ? '' : `/${encodeURIComponent(name)}`}`, { replace: true })
  }
  return (
    <>
      <Link to="/my-memos/tags" className="control quiet -ml-4">
        <ChevronLeft size={18} strokeWidth={1.8} aria-hidden />
        {t('tags.all')}
      </Link>
      {own && (
        <>
          <span className="text-sm text-muted">{t('tags.items', { count: own.count })}</span>
          <Button look="quiet" className="ml-auto" onClick={() => setEdited(true)}>
            <PencilLine size={18} strokeWidth={1.8} aria-hidden />
            {t('tags.change')}
          </Button>
          {isEdited && <TagDialog tag={own} tags={tags ?? []} onClose={() => setEdited(false)} onChanged={leave} />}
        </>
      )}
    </>
  )
}
export default TagHead
