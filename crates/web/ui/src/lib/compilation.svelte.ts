// Rules of one's own that the server compiles before it can answer questions about them.

import { ApiError, api, data, type GameRef, type Schemas } from "./api";
import { cancel, follow, type Following } from "./jobs";

type Progress = Schemas["CompilationProgress"];
type Ready = Schemas["CompilationDocument"];

export class Compilation {
  /** Whether a game is being waited for. */
  isBusy = $state(false);
  /** How far it is; undefined until the server has told. */
  progress = $state.raw<Progress>();
  /** Whether what was waited for last is played on a first circuit. */
  isFirst = $state(false);

  #following: Following | undefined;
  #giveUp: (() => void) | undefined;
  /** Tells what is waited for from what was waited for before. */
  #wait = 0;

  /**
   * Waits until the server has compiled a game; false if that was cancelled, or another is waited for by now.
   * Built-in games need no waiting. If `early`, a first circuit of large rules is enough. An `ApiError` is
   * thrown if the rules cannot be compiled.
   */
  async of(game: GameRef, early = false): Promise<boolean> {
    this.cancel();
    this.isFirst = false;
    if ("name" in game) return true;
    const wait = this.#wait;
    this.isBusy = true;
    try {
      const { id } = await data(api.POST("/api/compilations", { body: { game, early } }));
      if (wait !== this.#wait) {
        await cancel(id);
        return false;
      }
      return await new Promise<boolean>((end, fail) => {
        this.#giveUp = () => end(false);
        this.#following = follow<Progress, Ready>(id, {
          progress: (progress) => (this.progress = progress),
          done: ({ first_circuit }) => {
            this.isFirst = first_circuit;
            end(true);
          },
          cancelled: () => end(false),
          failed: (problem) => fail(new ApiError(problem)),
        });
      });
    } catch (error) {
      // Nobody waits for this answer any more.
      if (wait !== this.#wait) return false;
      throw error;
    } finally {
      if (wait === this.#wait) this.#clear();
    }
  }

  /** Waits no more. */
  cancel(): void {
    this.#wait += 1;
    const [following, giveUp] = [this.#following, this.#giveUp];
    this.#clear();
    following?.close();
    // A job that cannot be asked to end does so by itself, as nobody listens.
    following?.cancel().catch(() => {});
    giveUp?.();
  }

  #clear(): void {
    [this.isBusy, this.progress, this.#following, this.#giveUp] = [false, undefined, undefined, undefined];
  }
}
