import type { User } from '@pathlight/contracts/accounts.ts'
import { CROSS_REFERENCES_PACK, wordsPack } from '@pathlight/contracts/pack-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router-dom'
import { textsHere } from '../bible/kept-texts/texts-here.ts'
import { textsRead } from '../bible/kept-texts/texts-read.ts'
import { versionsQuery } from '../bible/versions-query.ts'
import { offlineChoice } from '../device/offline-choice.ts'
import { useObserved } from '../device/use-observed.ts'
import { useLanguage } from '../locales/use-language.tsx'
import { settingsQuery } from '../session/settings-query.ts'
import { studyHere } from '../study/study-here.ts'
import { fetchOfflineKinds } from './fetch-offline-kinds.ts'

/**
 * While offline use is on, stores the Bible versions that are read on this device, and the person's items. After a
 * failure, tries both again when the network is back, and the versions also on the next page.
 */
const KeepOffline = ({ user }: { readonly user: User | null }) => {
  const language = useLanguage()
  const { pathname } = useLocation()
  const texts = useObserved(textsHere)
  const study = useObserved(studyHere)
  const { data: versions } = useQuery({ ...versionsQuery, refetchInterval: false })
  const { data: settings } = useQuery(settingsQuery(user))
  const userId = user?.id

  const keepTexts = useEffectEvent((isAgain: boolean) => {
    // Another tab may have switched offline use off.
    if (!offlineChoice.now() || !(texts instanceof Map) || versions === undefined) return
    for (const name of textsRead(versions, language, [settings?.defaultVersion])) {
      const here = texts.get(name)
      if (here === undefined || (here.status === 'begun' && (isAgain || here.why === null))) textsHere.keep(name)
      if (here?.status !== 'kept' || name === CROSS_REFERENCES_PACK) continue
      // An older version of the app may have stored the text without its Hebrew or Greek words. If the server has no
      // such words for the text, this request fails. It is sent again only after the app is loaded anew.
      const words = texts.get(wordsPack(name))
      const isLeft = words?.status === 'begun' && (words.why === null || (isAgain && words.why === 'offline'))
      if (words === undefined || isLeft) textsHere.keep(wordsPack(name))
    }
  })
  const keepStudy = useEffectEvent((isAgain: boolean) => {
    const { status } = studyHere.now()
    if (!offlineChoice.now() || userId === undefined || !(status === 'none' || (isAgain && status === 'failed'))) return
    studyHere.keep(userId, fetchOfflineKinds)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when stored texts, versions or settings change
  useEffect(() => keepTexts(false), [texts, versions, settings])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page may open another version
  useEffect(() => keepTexts(true), [pathname])
  useEffect(() => {
    if (userId !== undefined) studyHere.of(userId)
  }, [userId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when it is known which items are stored
  useEffect(() => keepStudy(false), [userId, study.status])
  useEffect(() => {
    const tryAgain = () => {
      keepTexts(true)
      keepStudy(true)
    }
    window.addEventListener('online', tryAgain)
    return () => window.removeEventListener('online', tryAgain)
  }, [])
  return null
}
export default KeepOffline

/** Called after offline use was switched off. Removes the texts and the person's offline items from this device. */
export const removeKept = (user: User | null): void => {
  void textsHere.removeAll()
  if (user) void studyHere.remove(user.id)
}
