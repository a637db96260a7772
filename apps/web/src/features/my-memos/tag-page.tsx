import { tagKey } from '@pathlight/contracts/tag-rules.ts'
import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { usePerson } from '../../session/use-person.ts'
import type { Kind } from '../../study/kind.ts'
import { useTags } from '../../study/tags/own-tags.ts'
import { Button } from '../../ui/button.tsx'
import { Fetched } from '../../ui/fetched.tsx'
import { ChevronLeft, PencilLine } from '../../ui/icons.ts'
import { OwnStream } from './own-stream.tsx'

const TagDialog = lazy(() => import('./tag-dialog.tsx'))

/** /my-memos/tags/{tag}: everything that has the tag, of whatever kind, by passage or by day. */
export const TagPage = ({ kinds }: { readonly kinds: readonly Kind[] }) => {
  const { t } = useTranslation()
  const { tag = '' } = useParams()
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
      <div className="-mt-2 mb-3 flex min-h-11 flex-wrap items-center gap-x-2">
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
          </>
        )}
      </div>
      <OwnStream key={tag} kinds={kinds} tag={tag} />
      <Fetched>
        {isEdited && own && (
          <TagDialog tag={own} tags={tags ?? []} onClose={() => setEdited(false)} onChanged={leave} />
        )}
      </Fetched>
    </>
  )
}
