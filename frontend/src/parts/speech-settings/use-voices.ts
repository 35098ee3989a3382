import { useEffect, useState } from 'react'

/** The voices of the device. Most browsers load them some time after the page. */
export const useVoices = (): readonly SpeechSynthesisVoice[] => {
  const [voices, setVoices] = useState(() => speechSynthesis.getVoices())
  useEffect(() => {
    const update = () => setVoices(speechSynthesis.getVoices())
    update()
    // Safari's synthesiser is no event target.
    if (!speechSynthesis.addEventListener) return
    speechSynthesis.addEventListener('voiceschanged', update)
    return () => speechSynthesis.removeEventListener('voiceschanged', update)
  }, [])
  return voices
}
