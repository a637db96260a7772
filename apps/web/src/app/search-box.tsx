import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { SearchField } from '../ui/search-field.tsx'
import { fetchSearchPage } from './fetch-search-page.ts'

const fetchAhead = () => void fetchSearchPage().catch(() => undefined)

/** The search box of the navigation bar. Without script its form leads to the same results page. */
export const SearchBox = ({ onSearch, className }: { onSearch: () => void; className: string }) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const query = String(new FormData(form).get('query')).trim()
    if (query === '') return
    form.reset()
    // shell.tsx focuses the new page only if no element has the focus.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    onSearch()
    navigate(`/search?${new URLSearchParams({ query })}`)
  }
  return (
    <search className={className}>
      <form action="/search" onSubmit={search} onFocus={fetchAhead} className="flex grow">
        <SearchField label={t('menu.search')} className="wide:py-1.5 wide:text-sm" />
      </form>
    </search>
  )
}
