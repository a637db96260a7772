import { useEffect, useState } from 'react'

/**
 * The best voice for a language (BCP 47): a voice of the same language and country, otherwise the browser's default for
 * the language, otherwise any voice of the language. Null if the browser has none.
 */
export const voiceOf = <Voice extends Pick<SpeechSynthesisVoice, 'lang' | 'default'>>(
  voices: readonly Voice[],
  language: string,
): Voice | null => {
  // Android writes ko_KR instead of ko-KR.
  const tagOf = ({ lang }: Voice) => lang.replace('_', '-').toLowerCase()
  const tag = language.toLowerCase()
  const [main] = tag.split('-')
  const own = voices.filter((voice) => tagOf(voice).split('-')[0] === main)
  return own.find((voice) => tagOf(voice) === tag) ?? own.find((voice) => voice.default) ?? own[0] ?? null
}

/** The voice for a language. Null until the browser has listed one. */
export const useVoice = (language: string): SpeechSynthesisVoice | null => {
  const [voices, setVoices] = useState(() => speechSynthesis.getVoices())
  useEffect(() => {
    // Some browsers load their voices later.
    const onChange = () => setVoices(speechSynthesis.getVoices())
    speechSynthesis.addEventListener?.('voiceschanged', onChange)
    return () => speechSynthesis.removeEventListener?.('voiceschanged', onChange)
  }, [])
  return voiceOf(voices, language)
}
