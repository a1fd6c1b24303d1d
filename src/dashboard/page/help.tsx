/** The keys, in a dialog of the browser's own: it takes the focus, keeps it, and gives it back. */
import { useEffect, useRef } from 'preact/hooks';
import { keyHelp } from './keys.js';

export function Help({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog
      class="help"
      ref={dialog}
      aria-label="Keys"
      onClose={onClose}
      onClick={(event) => {
        // Beside it, on what it covers.
        if (event.target === dialog.current) dialog.current?.close();
      }}
    >
      <div class="inside">
        <h2>Keys</h2>
        <dl>
          {keyHelp.map(([keys, does]) => (
            <div>
              <dt>
                {keys.split(' ').map((key) => (
                  <kbd>{key}</kbd>
                ))}
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <button
          class="tag"
          onClick={() => {
            dialog.current?.close();
          }}
        >
          Close <kbd>Esc</kbd>
        </button>
      </div>
    </dialog>
  );
}
