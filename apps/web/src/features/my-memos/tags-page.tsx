import { tagInPath, tagKey } from '@pathlight/contracts/tag-rules.ts'
import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { sayProblem } from '../../locales/server-message.ts'
import { usePerson } from '../../session/use-person.ts'
import { type OwnTag, useTags } from '../../study/tags/own-tags.ts'
import { TagName } from '../../study/tags/tag-names.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Fetched } from '../../ui/fetched.tsx'
import { ChevronLeft, CloudOff, PencilLine, SearchX, Tag } from '../../ui/icons.ts'
import { LoadingText } from '../../ui/loading-text.tsx'
import { Notice } from '../../ui/notice.tsx'
import { passFocusOn } from '../../ui/pass-focus-on.ts'
import { SearchInput } from '../../ui/search-field.tsx'

const TagDialog = lazy(() => import('./tag-dialog.tsx'))

/** If there are more tags than this, the page has a search field. */
const FEW = 12

const TagHead = ({ tag }: { readonly tag: string }) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { tags } = useTags(usePerson())
  const [isEdited, setEdited] = useState(false)
  const own = tags?.find((one) => tagKey(one.tag) === tagKey(tag))
  const leave = (name: string | null) => {
    setEdited(false)
    if (name !== tag) navigate(`/my-memos/tags${name === null ? '' : `/${tagInPath(name)}`}`, { replace: true })
  }
  return (
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
          <Fetched>
            {isEdited && <TagDialog tag={own} tags={tags ?? []} onClose={() => setEdited(false)} onChanged={leave} />}
          </Fetched>
        </>
      )}
    </div>
  )
}

const AllTags = () => {
  const { t } = useTranslation()
  const { tags, isHere, error, retry } = useTags(usePerson())
  const [wanted, setWanted] = useState('')
  const [edited, setEdited] = useState<OwnTag | null>(null)
  if (error && tags?.length === 0)
    return <Notice tone="error" title={sayProblem(t, error) ?? t('tags.loadFailed')} onRetry={retry} />
  if (!tags) return <LoadingText />
  if (tags.length === 0)
    return (
      <Notice icon={Tag} title={t('tags.empty')}>
        {t('tags.emptyText')}
      </Notice>
    )
  const found = tags.filter(({ tag }) => tagKey(tag).includes(tagKey(wanted)))
  return (
    <>
      {tags.length > FEW && (
        <SearchInput
          label={t('tags.find')}
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
          place="mb-4"
        />
      )}
      {isHere && (
        <p role="note" className="mb-3 flex items-start gap-2 text-sm text-muted">
          <CloudOff size={16} strokeWidth={1.8} className="mt-0.5 flex-none" aria-hidden />
          {t('writes.here')}
        </p>
      )}
      <ul className="wide:-mx-3">
        {found.map((one) => (
          <li key={one.tag} ref={passFocusOn} className="flex items-center border-line not-first:border-t">
            <Link
              to={`/my-memos/tags/${tagInPath(one.tag)}`}
              className="flex min-h-12 min-w-0 grow items-baseline gap-3 rounded-sm py-3 transition-colors duration-(--fast) hover:bg-sunk wide:px-3"
            >
              <span className="min-w-0 font-medium text-accent">
                <TagName tag={one.tag} color={one.color} />
              </span>{' '}
              <span className="text-sm whitespace-nowrap text-muted">{t('tags.items', { count: one.count })}</span>
            </Link>
            <IconButton
              icon={PencilLine}
              label={t('tags.edit', { tag: one.tag })}
              onClick={() => setEdited(one)}
              className="size-11!"
            />
          </li>
        ))}
      </ul>
      <div role="status">{found.length === 0 && <Notice icon={SearchX} title={t('tags.noMatch')} />}</div>
      <Fetched>{edited && <TagDialog tag={edited} tags={tags} onClose={() => setEdited(null)} />}</Fetched>
    </>
  )
}

/** The page /my-memos/tags, or the head of /my-memos/tags/{tag}. */
const TagsPage = ({ tag }: { readonly tag: string | undefined }) => (tag ? <TagHead tag={tag} /> : <AllTags />)
export default TagsPage
