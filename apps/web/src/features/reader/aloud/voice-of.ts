import { useEffect, useState } from 'react'

/**
 * The voice that reads a language (BCP 47) aloud. A voice of the same country comes first. Null where the browser has
 * no voice of the language.
 */
export const voiceOf = <Voice extends Pick<SpeechSynthesisVoice, 'lang' | 'default'>>(
  voices: readonly Voice[],
  language: string,
): Voice | null => {
  // Android writes ko_KR.
  const tagOf = ({ lang }: Voice) => lang.replace('_', '-').toLowerCase()
  const wanted = language.toLowerCase()
  const [main] = wanted.split('-')
  const own = voices.filter((voice) => tagOf(voice).split('-')[0] === main)
  return own.find((voice) => tagOf(voice) === wanted) ?? own.find((voice) => voice.default) ?? own[0] ?? null
}

/** The voice for a language; null as long as the browser has named none. */
export const useVoice = (language: string): SpeechSynthesisVoice | null => {
  const [voices, setVoices] = useState(() => speechSynthesis.getVoices())
  useEffect(() => {
    // Some browsers fetch them first.
    const changed = () => setVoices(speechSynthesis.getVoices())
    speechSynthesis.addEventListener?.('voiceschanged', changed)
    return () => speechSynthesis.removeEventListener?.('voiceschanged', changed)
  }, [])
  return voiceOf(voices, language)
}
