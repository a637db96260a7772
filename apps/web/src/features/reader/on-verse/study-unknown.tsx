import type { User } from '@pathlight/contracts/accounts.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { isNetworkFailure, isOtherPage } from '../../../api/api-problem.ts'
import type { ChapterReference } from '../../../bible/chapter-reference.ts'
import { sayProblem } from '../../../locales/server-message.ts'
import { isUnknown } from '../../../study/is-unknown.ts'
import { overlayQuery } from '../../../study/overlay-query.ts'
import { Button } from '../../../ui/button.tsx'
import { passFocusOn } from '../../../ui/pass-focus-on.ts'

type Props = {
  readonly viewer: User
  readonly column: ChapterReference
  /** Whether the message is in the panel. There, each section reports a refusal of the server itself. */
  readonly inPanel?: boolean
}

/**
 * Says that the person's items on a chapter could not be fetched, so that nobody believes them lost. Renders nothing
 * while the items are known or loading.
 */
const StudyUnknown = ({ viewer, column, inPanel = false }: Props) => {
  const { t } = useTranslation()
  const { version, book, chapter } = column
  const overlayRequest = useQuery(overlayQuery(viewer, { version, book, chapter }))
  if (!isUnknown(overlayRequest)) return null
  const error = overlayRequest.error ?? overlayRequest.failureReason
  if (inPanel && !isNetworkFailure(error)) return null
  const isAway = isNetworkFailure(error) && !isOtherPage(error)
  return (
    <div
      role="status"
      className="my-3 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-sm border border-line bg-sunk px-3 py-2 font-ui text-sm leading-normal print:hidden"
    >
      <p className="min-w-0 flex-1 basis-[20rem] text-pretty break-keep">
        <strong className="block font-semibold">{t('unknown.title')}</strong>{' '}
        {isAway ? t('unknown.away') : `${sayProblem(t, error) ?? ''} ${t('unknown.safe')}`}
      </p>
      <Button
        ref={passFocusOn}
        look="quiet"
        busy={overlayRequest.isFetching}
        onClick={() => void overlayRequest.refetch()}
      >
        {t('tryAgain')}
      </Button>
    </div>
  )
}
export default StudyUnknown
