/** What a command is started with to run apart from the server. */
import type { View } from './view/view.js';

export type IsolationKind = 'bubblewrap' | 'unshare' | 'process-group';

export interface Tools {
  readonly sh: string;
  readonly setpriv?: string | undefined;
  readonly unshare?: string | undefined;
  readonly bwrap?: string | undefined;
  readonly mount?: string | undefined;
  readonly umount?: string | undefined;
  readonly pivotRoot?: string | undefined;
  readonly prlimit?: string | undefined;
}

/** A program that can raise the loopback interface of a new network namespace, and the words for it. */
export interface LoopbackRaiser {
  readonly path: string;
  readonly script: string;
}

export interface Sandbox {
  readonly kind: IsolationKind;
  readonly tools: Tools;
  readonly isRoot: boolean;
  readonly closesNetwork: boolean;
  /** Whether tests can talk to themselves over 127.0.0.1 while the network is closed. */
  readonly hasLoopback: boolean;
  readonly raiser?: LoopbackRaiser | undefined;
}

export interface LaunchOptions {
  readonly closeNetwork: boolean;
  readonly cwd: string;
  /** What is seen of the machine; without it, as while trying, a read-only root. */
  readonly view?: View | undefined;
  /** Given back after all have been dropped, as `CAP_DAC_OVERRIDE`. */
  readonly keepsCapabilities: readonly string[];
  readonly cgroupDirs: readonly string[];
  readonly processesMax?: number | undefined;
  /** Where it is told that nothing but the command is left to be started. */
  readonly readyFd?: number | undefined;
  /** Where bubblewrap reports the process whose end is the end of all. */
  readonly infoFd?: number | undefined;
}
