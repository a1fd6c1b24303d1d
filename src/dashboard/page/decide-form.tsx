/** Asks for everything a decision needs and shows, beside it, why it was refused. Escape leaves everything as it is. */
import type { TargetedSubmitEvent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { DecisionRequest, PossibleDecision } from '../wire.js';
import { SourceError } from './source.js';

export type Deciding = (ticketId: string, decision: DecisionRequest) => Promise<void>;

interface DecideFormProps {
  readonly ticketId: string;
  readonly decision: PossibleDecision;
  readonly isGrave: boolean;
  readonly onDecide: Deciding;
  readonly onClose: () => void;
}

/** Typed once, it serves as long as this tab is open; nothing writes it down. */
let codeTyped = '';

export function DecideForm({ ticketId, decision, isGrave, onDecide, onClose }: DecideFormProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [refusal, setRefusal] = useState<SourceError>();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const send = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const code = textIn(fields, 'code');
    setBusy(true);
    onDecide(ticketId, requestOf(decision, fields)).then(
      () => {
        codeTyped = code;
        dialog.current?.close();
      },
      (error: unknown) => {
        const told = error instanceof SourceError ? error : new SourceError(String(error), 'Try again.', 0);
        codeTyped = told.code === 'PERSON_REQUIRED' ? '' : code;
        setRefusal(told);
        setBusy(false);
      },
    );
  };
  return (
    <dialog
      ref={dialog}
      class="decide-form"
      aria-labelledby="decide-title"
      onClose={onClose}
      // Keys of the page are not meant while something is decided.
      onKeyDown={(event) => {
        event.stopPropagation();
      }}
    >
      <form onSubmit={send} autocomplete="off">
        <h2 id="decide-title">
          {decision.label} {ticketId}
        </h2>
        <p>This {decision.about}. The journal keeps who decided it, when and why.</p>
        <Fields ticketId={ticketId} decision={decision} />
        {refusal ? (
          <div class="refusal" role="alert">
            {refusal.all.map(({ message, fix }) => (
              <>
                <b>{message}</b>
                <p>{fix}</p>
              </>
            ))}
          </div>
        ) : null}
        <div class="buttons">
          <button type="button" class="decision" onClick={() => dialog.current?.close()}>
            Leave it as it is
          </button>
          <button type="submit" class={`decision chosen ${isGrave ? 'grave' : ''}`} disabled={isBusy}>
            {decision.label}
          </button>
        </div>
      </form>
    </dialog>
  );
}

function Fields({ ticketId, decision }: Pick<DecideFormProps, 'ticketId' | 'decision'>) {
  const { reasons, word, isNoteNeeded } = decision;
  return (
    <>
      {reasons === undefined ? null : (
        <label>
          Reason
          <select name="reason" required>
            {reasons.map((reason) => (
              <option value={reason}>{reason.replaceAll('-', ' ')}</option>
            ))}
          </select>
        </label>
      )}
      <label>
        Note{isNoteNeeded ? '' : ', if you like'}
        <textarea name="note" rows={3} maxLength={2000} required={isNoteNeeded} />
        <small>Why, for whoever reads the record later.</small>
      </label>
      {word === undefined ? null : (
        <label>
          Type {word}
          <input name="word" required maxLength={60} />
          <small>This cannot be undone.</small>
        </label>
      )}
      <label>
        Type {ticketId} to confirm
        <input name="typed" required maxLength={60} spellcheck={false} />
      </label>
      <label>
        Code
        <input
          name="code"
          required
          maxLength={40}
          spellcheck={false}
          placeholder="XXXX-XXXX"
          defaultValue={codeTyped}
        />
        <small>It is on the terminal where the dashboard was started.</small>
      </label>
    </>
  );
}

const textIn = (fields: FormData, name: string): string => {
  const value = fields.get(name);
  return typeof value === 'string' ? value.trim() : '';
};

function requestOf({ decision, dependency }: PossibleDecision, fields: FormData) {
  const given = (name: 'reason' | 'note' | 'word') => {
    const value = textIn(fields, name);
    return value === '' ? {} : { [name]: value };
  };
  return {
    ...{ code: textIn(fields, 'code'), typed: textIn(fields, 'typed'), decision },
    ...(dependency === undefined ? {} : { dependency }),
    ...{ ...given('reason'), ...given('note'), ...given('word') },
  };
}
