#include "obliqua/splitters/registry.hpp"

namespace obliqua {

namespace {

struct Maker {
    const Training& training;
    const SplitSettings& settings;
    std::size_t threads;
    Monitor& monitor;

    std::unique_ptr<Splitter> operator()(const OC1Params& params) const {
        return std::make_unique<OC1Splitter>(training, settings, params, threads, monitor);
    }
    std::unique_ptr<Splitter> operator()(const CartLCParams& params) const {
        return std::make_unique<CartLCSplitter>(training, settings, params, threads, monitor);
    }
    std::unique_ptr<Splitter> operator()(const SADTParams& params) const {
        return std::make_unique<SADTSplitter>(training, settings, params, threads, monitor);
    }
    std::unique_ptr<Splitter> operator()(const LearnedParams& params) const {
        return std::make_unique<LearnedSplitter>(training, settings, params, threads, monitor);
    }
    std::unique_ptr<Splitter> operator()(const AxisParams&) const {
        return std::make_unique<UnivariateSplitter>(training, settings, threads, monitor);
    }
};

}  // namespace

std::unique_ptr<Splitter> make_splitter(const SplitterParams& params, const Training& training,
                                        const SplitSettings& settings, std::size_t threads,
                                        Monitor& monitor) {
    return std::visit(Maker{training, settings, threads, monitor}, params);
}

}  // namespace obliqua
