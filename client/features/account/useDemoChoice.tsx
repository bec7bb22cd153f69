import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import type { ChooseDemoAccount, DemoIdentity } from '../../session/firebaseSession';

type Answer = (account: DemoIdentity | null) => void;

interface Question {
  Chooser: ComponentType<{ onChoose: Answer }>;
  answer: Answer;
}

/** The dialog as a question that can be awaited; leaving the page answers it with nobody. */
export function useDemoChoice(): { dialog: ReactNode; choose: ChooseDemoAccount } {
  const [question, setQuestion] = useState<Question>();
  const open = useRef<Answer>(undefined);
  useEffect(() => () => open.current?.(null), []);

  async function choose() {
    const { DemoChooser } = await import('./DemoChooser');
    return new Promise<DemoIdentity | null>((resolve) => {
      const answer: Answer = (account) => {
        open.current = undefined;
        setQuestion(undefined);
        resolve(account);
      };
      open.current = answer;
      setQuestion({ Chooser: DemoChooser, answer });
    });
  }

  return { dialog: question && <question.Chooser onChoose={question.answer} />, choose };
}
